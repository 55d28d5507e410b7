"""Renders a run of a daemon, or the output of `snapback replay --json`, as pictures.

    film.py --still NOW.png [--socket PATH]                 the picture once the daemon is idle
    snapback replay R --scene S --json | film.py --lines - --gif RUN.gif
    film.py --lines RUN.ndjson --strip 6 --svg RUN.svg      some moments, side by side

SVG needs only Python; everything else needs Pillow (pip install pillow).
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Dict, List, Optional, Tuple

import shots  # finds the package, too
import snapback
import strip


def _numbers(text: str) -> Tuple[float, ...]:
    """Parses numbers separated by commas."""
    numbers = tuple(map(float, text.split(",")))
    if not all(abs(number) <= 1e9 for number in numbers):
        raise argparse.ArgumentTypeError(f"{text}: a number is at most 1e9")
    return numbers


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_argument_group("what is shown")
    source.add_argument("--lines", metavar="FILE", help="lines of `snapback replay --json`; - for "
                        "the standard input. Lines of `snapback contacts --json` before them say "
                        "more of the fingers")
    source.add_argument("--socket", metavar="PATH", help="the daemon's")
    source.add_argument("--encoding", choices=("binary", "ndjson"), default="binary")
    source.add_argument("--want", choices=("segments", "frames"), default="segments")
    source.add_argument("--rate", type=float, default=50, help="pictures a second (50)")
    source.add_argument("--pause", type=float, default=0.6, metavar="S",
                        help="seconds of rest at the end of a GIF (0.6)")
    made = parser.add_argument_group("what is made")
    made.add_argument("--zoom", type=float, default=1, help="pixels a point (1)")
    made.add_argument("--still", metavar="FILE.png", help="the last moment")
    made.add_argument("--gif", metavar="FILE.gif", help="the whole run")
    made.add_argument("--colors", type=int, default=96, metavar="N",
                      help="of the GIF (96)")
    made.add_argument("--strip", type=int, metavar="N", help="N moments in which something moves")
    made.add_argument("--at", type=_numbers, metavar="T,T,…", help="the strip's moments, in s")
    made.add_argument("--svg", metavar="FILE.svg", help="the strip as SVG")
    made.add_argument("--png", metavar="FILE.png", help="the strip as PNG")
    made.add_argument("--span", type=_numbers, default=(0, 1e9), metavar="FROM,TO",
                      help="the seconds that --strip N chooses from")
    made.add_argument("--images", metavar="FOLDER", help="of the images that views show: the image "
                      "NAME is FOLDER/NAME.png")
    made.add_argument("--part", type=_numbers, metavar="X,Y,W,H",
                      help="of the screen, in points, in an SVG")
    made.add_argument("--no-text", action="store_true", help="leaves texts out of a strip: lines "
                      "of a replay have them as they are at first")
    made.add_argument("--height", type=float, default=260, help="of a moment of a strip (260)")
    arguments = parser.parse_args()
    if not 1 <= arguments.rate <= 1000 or not 0.05 <= arguments.zoom <= 20:
        parser.error("the rate is 1 to 1000, the zoom 0.05 to 20")
    if (arguments.svg or arguments.png) and not (arguments.strip or arguments.at):
        parser.error("a strip needs --strip N or --at T,T,…")
    if not 2 <= arguments.colors <= 256:
        parser.error("a GIF has 2 to 256 colors")
    part = arguments.part or (0, 0, 1, 1)
    if len(arguments.span) != 2 or len(part) != 4 or min(part[2:]) <= 0:
        parser.error("--span has two numbers; --part four, the last two of them above 0")
    if (arguments.strip or 1) < 1 or not 1 <= arguments.height <= 10000:
        parser.error("a strip has one moment or more, of a height of 1 to 10000")
    return arguments


def _run(arguments: argparse.Namespace) -> shots.Run:
    if arguments.lines == "-":
        return shots.of_lines(sys.stdin, arguments.rate)
    if arguments.lines:
        with open(arguments.lines, encoding="utf-8") as file:
            return shots.of_lines(file, arguments.rate)
    options = (arguments.encoding, arguments.want)
    if arguments.gif or arguments.strip or arguments.at:
        return shots.of_daemon(arguments.socket, arguments.rate, *options)
    return shots.still_of_daemon(arguments.socket, *options)


def _moments(run: shots.Run, arguments: argparse.Namespace) -> List[shots.Shot]:
    """The requested shots, or N shots at times when something happens."""
    if arguments.at:
        first = run.shots[0].time
        wanted = [first + round(1e9 * seconds) for seconds in arguments.at]
        return [min(run.shots, key=lambda shot: abs(shot.time - time)) for time in wanted]
    chosen = run.moments(arguments.strip, *arguments.span)
    if not chosen:
        sys.exit("film.py: there is nothing to be seen in the --span")
    return chosen


def _images(run: shots.Run, folder: Optional[str]) -> Dict[str, bytes]:
    """The files of the images that are shown and are in the folder. A name is that of a file, not
    of a path."""
    names = {
        part.name for shot in run.shots for part in shot.parts if isinstance(part, shots.Picture)}
    files = {}
    for name in names if folder is not None else ():
        path = os.path.join(folder, f"{name}.png")
        if os.path.basename(name) == name and os.path.exists(path):
            with open(path, "rb") as file:
                files[name] = file.read()
    return files


def main() -> None:
    arguments = _arguments()
    try:
        run = _run(arguments)
    except (snapback.SnapbackError, OSError, ValueError) as error:
        sys.exit(f"film.py: {error}")
    if not run.shots:
        sys.exit("film.py: there is no snapshot, so there is nothing to draw")
    files = _images(run, arguments.images)
    if arguments.svg:
        with open(arguments.svg, "w", encoding="utf-8") as file:
            moments = _moments(run, arguments)
            if arguments.no_text:
                moments = [shot.without_texts() for shot in moments]
            file.write(strip.svg(moments, run, arguments.height, arguments.part, files))
    if not (arguments.still or arguments.gif or arguments.png):
        return
    try:
        import raster
    except ImportError as error:
        sys.exit(f"film.py: {error}; pip install pillow, or ask for a strip as --svg")

    images = {name: raster.opened(data) for name, data in files.items()}
    if arguments.still:
        raster.picture(run.shots[-1], arguments.zoom, run.fingers, images).save(arguments.still)
    if arguments.png:
        raster.side_by_side([
            raster.picture(shot, arguments.height / shot.screen.height, run.fingers, images)
            for shot in _moments(run, arguments)]).save(arguments.png)
    if arguments.gif:
        pictures = raster.film(run, arguments.zoom, images)
        pictures += pictures[-1:] * round(arguments.pause * arguments.rate)
        raster.write_gif(arguments.gif, pictures, arguments.rate, arguments.colors)


if __name__ == "__main__":
    main()
