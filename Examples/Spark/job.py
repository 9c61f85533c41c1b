"""Checks a feed on all executors of a cluster, and lands a table for each tag.

    spark-submit job.py FEED TABLES PROGRAM

FEED is a file or folder of lines, TABLES the folder to write, and PROGRAM the path of the example
FeedLines on the executors. Each table is a folder of lines: `tag=MOVIE`, `tag=BOOK`, and
`tag=rejected` for lines that are unknown or broken, with reasons.
"""

import sys

from pyspark.sql import SparkSession

KNOWN = '{"type":"'


def tagged(line):
    """Returns the table of a line of FeedLines, and the line.

    FeedLines writes the tag of a known element first, and its rejections begin with another member.
    """
    if not line.startswith(KNOWN):
        return "rejected", line
    return line[len(KNOWN) : line.index('"', len(KNOWN))], line


def land(spark, feed, tables, stage, partitions=None):
    """Pipes a feed through a command on the executors, and writes its lines as tables.

    A process runs for each task. If it fails, so does its task (`checkCode`); Spark runs the task
    again with the same lines, and takes the files of one attempt alone.
    """
    lines = spark.sparkContext.textFile(feed, partitions)
    rows = lines.pipe(stage, checkCode=True).map(tagged)
    table = spark.createDataFrame(rows, "tag string, value string")
    table.write.partitionBy("tag").mode("overwrite").text(tables)


if __name__ == "__main__":
    session = SparkSession.builder.appName("FeedLines").getOrCreate()
    land(session, sys.argv[1], sys.argv[2], f"{sys.argv[3]} -")
    session.stop()
