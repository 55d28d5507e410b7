"""Whether two pictures are the same to the eye: same_picture.py ONE OTHER

Of SVG the text is compared, but numbers may differ by 0.02: the last bits of exp and cos differ
between machines. Of all else the pixels and their durations are compared; a level may differ by 8.
Exit code 1 if they differ; the first difference is printed.
"""

import re
import sys

NUMBER = re.compile(r"-?\d+\.?\d*")
LEVELS = 8


def texts_differ(one, other):
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return "the text"
    for a, b in zip(NUMBER.findall(one), NUMBER.findall(other)):
        if abs(float(a) - float(b)) > 0.0201:
            return f"{a} and {b}"
    return None


def pixels_differ(one, other):
    from PIL import Image, ImageChops, ImageSequence

    with Image.open(one) as first, Image.open(other) as second:
        films = [
            [(frame.info.get("duration"), frame.convert("RGB"))
             for frame in ImageSequence.Iterator(image)] for image in (first, second)]
    if [duration for duration, _ in films[0]] != [duration for duration, _ in films[1]]:
        return "the durations"
    for number, ((_, a), (_, b)) in enumerate(zip(*films)):
        if a.size != b.size:
            return "the sizes"
        levels = max(high for _, high in ImageChops.difference(a, b).getextrema())
        if levels > LEVELS:
            return f"{levels} levels in picture {number}"
    return None


def main():
    one, other = sys.argv[1:]
    if one.endswith(".svg"):
        with open(one, encoding="utf-8") as first, open(other, encoding="utf-8") as second:
            difference = texts_differ(first.read(), second.read())
    else:
        difference = pixels_differ(one, other)
    if difference:
        print(difference)
    sys.exit(1 if difference else 0)


if __name__ == "__main__":
    main()
