"""Writes a feed of lines: movies, books, tags that FeedLines doesn't know, and broken lines.

    python feed.py LINES FILE [SEED]
"""

import json
import random
import sys

TITLES = ["Heat", "Momo", "Café Müller", 'The "Third" Man', "日本の夏", "A\tB", "Emma"]


def lines(count, seed=1):
    """Yields so many lines, the same ones for the same seed."""
    rng = random.Random(seed)
    for number in range(count):
        title = f"{rng.choice(TITLES)} {number}"
        kind = rng.random()
        if kind < 0.48:
            line = {"type": "MOVIE", "title": title, "duration": rng.randrange(60, 240)}
        elif kind < 0.9:
            line = {"title": title, "pages": rng.choice([None, rng.randrange(900)]), "type": "BOOK"}
        elif kind < 0.97:
            line = {"type": rng.choice(["SONG", "OPERA"]), "title": title, "parts": [1, {"a": None}]}
        elif kind < 0.99:
            line = {"type": "MOVIE", "title": title, "duration": "long"}
        else:
            yield json.dumps({"type": "MOVIE", "title": title})[:-1]
            continue
        yield json.dumps(line, ensure_ascii=rng.random() < 0.5)


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with open(sys.argv[2], "w", encoding="utf-8", newline="\n") as file:
        file.writelines(line + "\n" for line in lines(int(sys.argv[1]), seed))
