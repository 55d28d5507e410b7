"""Renders a run as pictures: of a daemon, or of what `snapback replay --json` has written.

    film.py --still NOW.png [--socket PATH]                 what is seen when the daemon is idle
    snapback replay R --scene S --json | film.py --lines - --gif RUN.gif
    film.py --lines RUN.ndjson --strip 6 --svg RUN.svg      some moments, side by side

SVG needs nothing but Python; all else needs Pillow (pip install pillow).
"""

from __future__ import annotations

import argparse
import sys
from typing import List

import shots
import strip


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
    made.add_argument("--strip", type=int, metavar="N", help="N moments in which something moves")
    made.add_argument("--at", metavar="T,T,…", help="the strip's moments, in seconds")
    made.add_argument("--svg", metavar="FILE.svg", help="the strip as SVG, whose heights are "
                      "--height")
    made.add_argument("--png", metavar="FILE.png", help="the strip as PNG")
    made.add_argument("--height", type=float, default=260, help="of a moment of a strip (260)")
    arguments = parser.parse_args()
    if not 1 <= arguments.rate <= 1000 or not 0.05 <= arguments.zoom <= 20:
        parser.error("the rate is 1 to 1000, the zoom 0.05 to 20")
    if (arguments.svg or arguments.png) and not (arguments.strip or arguments.at):
        parser.error("a strip needs --strip N or --at T,T,…")
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
    """Those asked for, or N of those that something moves in, the first and the last among them."""
    if arguments.at:
        first = run.shots[0].time
        wanted = [first + round(1e9 * float(text)) for text in arguments.at.split(",")]
        return [min(run.shots, key=lambda shot: abs(shot.time - time)) for time in wanted]
    moving = run.moving
    count = min(arguments.strip, len(moving))
    places = [round(k * (len(moving) - 1) / max(1, count - 1)) for k in range(count)]
    return [run.shots[moving[place]] for place in places]


def main() -> None:
    arguments = _arguments()
    run = _run(arguments)
    if not run.shots:
        sys.exit("film.py: there is no snapshot, so there is nothing to draw")
    if arguments.svg:
        with open(arguments.svg, "w", encoding="utf-8") as file:
            file.write(strip.svg(_moments(run, arguments), run, arguments.height))
    if not (arguments.still or arguments.gif or arguments.png):
        return
    import raster

    if arguments.still:
        raster.picture(run.shots[-1], arguments.zoom, run.fingers).save(arguments.still)
    if arguments.png:
        raster.side_by_side([
            raster.picture(shot, arguments.height / shot.screen.height, run.fingers)
            for shot in _moments(run, arguments)]).save(arguments.png)
    if arguments.gif:
        images = raster.film(run, arguments.zoom)
        images += images[-1:] * round(arguments.pause * arguments.rate)
        raster.write_gif(arguments.gif, images, arguments.rate)


if __name__ == "__main__":
    main()
