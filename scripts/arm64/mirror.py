"""Debian's packages for ARM64: downloads, unpacking, and the cache of what is unpacked.

packages.txt names each package by group, suite, name, version, SHA-256 and path in the mirror. The
mirror is the one that apt uses on this machine; the machine's own architectures and lists of
packages stay as they are.
"""

import contextlib
import dataclasses
import fcntl
import os
import pathlib
import shutil
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent
MANIFEST = FOLDER / "packages.txt"
APT_HELPER = "/usr/lib/apt/apt-helper"
# The mirror of a machine whose sources do not name Debian 12.
DEBIAN = "http://deb.debian.org/debian"


class Unavailable(Exception):
    """A package cannot be had, so nothing for ARM64 can be built here."""


class Wrong(Exception):
    """A package is not what packages.txt says."""


@dataclasses.dataclass(frozen=True)
class Package:
    """A line of packages.txt."""

    group: str
    suite: str
    name: str
    version: str
    sha256: str
    path: str

    def __str__(self):
        return f"{self.name} {self.version}"


def packages(group=None):
    """The packages of a group, or all of them, in the order of the file."""
    lines = [line for line in MANIFEST.read_text().splitlines() if not line.startswith("#")]
    found = [Package(*line.split()) for line in lines]
    return [package for package in found if group in (None, package.group)]


def site():
    """The mirror of Debian that apt uses on this machine, without a slash at the end.

    Other repositories, such as Docker's, also call their releases "bookworm", but have no component
    "main".
    """
    try:
        text = subprocess.run(
            ["apt-get", "indextargets", "--format", "$(RELEASE) $(SITE)", "Created-By: Packages",
             "Component: main"],
            capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable(f"apt-get is needed to download packages: {error}") from None
    found = dict(line.split() for line in text.splitlines())
    return found.get("bookworm", DEBIAN).rstrip("/")


def download(package, folder, base):
    """Downloads a package into a folder, compares it with its SHA-256, and returns its path."""
    target = pathlib.Path(folder) / pathlib.PurePath(package.path).name
    command = [APT_HELPER, "-o", "APT::Sandbox::User=root", "-o", "Acquire::http::Timeout=30",
               "download-file", f"{base}/{package.path}", str(target),
               f"SHA256:{package.sha256}"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Unavailable(f"{APT_HELPER} cannot be started: {error.strerror}") from None
    if result.returncode == 0:
        return target
    errors = [line[3:] for line in result.stderr.splitlines() if line.startswith("E: ")]
    if "Hash Sum mismatch" in result.stderr:
        raise Wrong(f"{package} is another file than packages.txt describes: {errors[0]}")
    if " 404 " in result.stderr:
        raise Unavailable(f"{package} is no longer in the mirror")
    raise Unavailable(f"{package} cannot be downloaded: {errors[0] if errors else 'no reason given'}")


def unpack(package, root, base, *options):
    """Unpacks a package of the mirror `base` into a folder; the options are those of tar."""
    archive = download(package, root, base)
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as files:
        tar = subprocess.run(
            ["tar", "-x", "-C", root, "--keep-directory-symlink", *options],
            stdin=files.stdout, check=False)
    archive.unlink()
    if files.returncode != 0 or tar.returncode != 0:
        raise Wrong(f"{package} cannot be unpacked")


def place():
    """The folder of the cache."""
    caches = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(caches) / "snapback" / "arm64"


def cached(name, key, make):
    """The folder of this name and key; `make` fills it if it is missing or incomplete."""
    folder = place() / f"{name}-{key}"
    done = folder / "done"
    with locked(name):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make(folder)
            done.touch()
    return folder


@contextlib.contextmanager
def locked(name):
    """Two builds of one machine do not fill the same folder at once."""
    place().mkdir(parents=True, exist_ok=True)
    with open(place() / f"{name}.lock", "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
