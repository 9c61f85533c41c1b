"""Tests the job on a cluster of this machine, with executors in processes of their own.

    python check.py LINES PROGRAM
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from pyspark.sql import SparkSession

import feed
import job

LINES = int(sys.argv[1])
PROGRAM = os.path.abspath(sys.argv[2])
HERE = pathlib.Path(__file__).resolve().parent
EXECUTORS = 2
PARTITIONS = 8
#: The goal for the time of a pipe beside that of one through cat.
GOAL = 1.5


def comparable(line):
    """Returns what doesn't depend on where a line was: a rejection has the number of its line."""
    return json.loads(line)["text"] if line.startswith('{"line":') else line


class JobTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        cls.feed = str(cls.path / "feed.ndjson")
        with open(cls.feed, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(line + "\n" for line in feed.lines(LINES))
        cls.spark = (
            SparkSession.builder.master(f"local-cluster[{EXECUTORS},1,1024]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.warehouse.dir", str(cls.path / "warehouse"))
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.showConsoleProgress", "false")
            .getOrCreate()
        )
        # Executors import what the functions of the job refer to.
        cls.spark.sparkContext.addPyFile(str(HERE / "job.py"))
        cls.spark.sparkContext.setLogLevel("OFF")
        # What one process gives.
        with open(cls.feed, "rb") as file:
            lines = subprocess.run(
                [PROGRAM, "-"], stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
            ).stdout.decode().splitlines()
        cls.expected = collections.defaultdict(list)
        for tag, line in map(job.tagged, lines):
            cls.expected[tag].append(comparable(line))

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.folder.cleanup()

    def tables(self, name, stage):
        """Runs the job, and returns the lines of its tables."""
        folder = self.path / name
        job.land(self.spark, self.feed, str(folder), stage, PARTITIONS)
        tables = collections.defaultdict(list)
        for part in folder.glob("tag=*/part-*"):
            tag = part.parent.name.removeprefix("tag=")
            with open(part, encoding="utf-8", newline="\n") as file:
                tables[tag] += (comparable(line.rstrip("\n")) for line in file)
        return tables

    def assert_complete(self, tables):
        """Asserts that the tables have each line of one process once."""
        counts = {tag: len(lines) for tag, lines in sorted(tables.items())}
        self.assertEqual(counts, {tag: len(lines) for tag, lines in sorted(self.expected.items())})
        self.assertEqual(sum(counts.values()), LINES)
        for tag, lines in tables.items():
            self.assertEqual(sorted(lines), sorted(self.expected[tag]))
        return counts

    def test_tables_equal_those_of_one_process(self):
        counts = self.assert_complete(self.tables("tables", f"{PROGRAM} -"))
        print(f"lines of each table: {counts}")
        movies = self.spark.read.schema("title string, duration int").json(
            str(self.path / "tables" / "tag=MOVIE")
        )
        self.assertEqual(movies.where("duration >= 60 and title is not null").count(), counts["MOVIE"])

    def test_runs_on_all_executors(self):
        def executor(_):
            # The parent of the daemon that is the parent of this worker.
            daemon = os.getppid()
            return [int(pathlib.Path(f"/proc/{daemon}/stat").read_text().rsplit(")")[1].split()[1])]

        lines = self.spark.sparkContext.textFile(self.feed, PARTITIONS).pipe(f"{PROGRAM} -")
        executors = set()
        # One that was killed by another test may still be starting.
        for _ in range(10):
            executors.update(lines.mapPartitions(lambda part: executor(sum(1 for _ in part))).collect())
            if len(executors) >= EXECUTORS:
                break
        self.assertGreaterEqual(len(executors), EXECUTORS)

    def fail_once(self, what):
        """Runs the job with one task that is killed after half of its input."""
        marker = self.path / f"killed-{what}"
        half = os.path.getsize(self.feed) // PARTITIONS // 2
        stage = f"{HERE / 'fail_once'} {marker} {half} {what} {PROGRAM} -"
        tables = self.tables(f"tables-{what}", stage)
        self.assertTrue(marker.is_dir(), "no process was killed")
        self.assert_complete(tables)
        print(f"a killed {what}: nothing is lost or doubled")

    def test_a_killed_stage_is_retried(self):
        self.fail_once("stage")

    def test_a_killed_executor_is_replaced(self):
        self.fail_once("executor")

    def test_a_stage_that_always_fails_fails_the_job(self):
        with self.assertRaisesRegex(Exception, "PIPE_FUNCTION_EXITED|exited with error code"):
            job.land(self.spark, self.feed, str(self.path / "none"), "false", PARTITIONS)

    def test_time_beside_cat(self):
        """Prints the time of the job beside one that pipes through cat, and of the pipes alone.

        It fails for wrong results alone: times depend on what else the machine does.
        """
        lines = self.spark.sparkContext.textFile(self.feed, PARTITIONS)

        def count(stage):
            self.assertEqual(lines.pipe(stage, checkCode=True).count(), LINES)

        def write(stage):
            job.land(self.spark, self.feed, str(self.path / "timed"), stage, PARTITIONS)

        def seconds(run, stage):
            start = time.monotonic()
            run(stage)
            return time.monotonic() - start

        for name, run in [("pipes alone", count), ("the job", write)]:
            rounds = [(seconds(run, "cat"), seconds(run, f"{PROGRAM} -")) for _ in range(4)][1:]
            cat, stage = (min(times) for times in zip(*rounds))
            ratio = stage / cat
            print(
                f"{name}: cat {cat:.2f} s, FeedLines {stage:.2f} s,",
                f"ratio {ratio:.2f}, goal {GOAL}, {LINES} lines",
            )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2, warnings="ignore")
