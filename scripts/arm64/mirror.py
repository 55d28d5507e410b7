"""Downloads Debian's packages for ARM64 and unpacks them into a cache.

Each line of packages.txt has the group, suite, name, version and SHA-256 of a package, and its path
in the mirror. The mirror is the one that apt uses on this machine. The architectures and the lists
of packages of apt are not changed.
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
# The mirror that is used if apt's sources do not contain Debian 12.
DEBIAN = "http://deb.debian.org/debian"


class Unavailable(Exception):
    """A package or tool cannot be obtained, so this machine cannot build for ARM64."""


class Wrong(Exception):
    """A file is not as expected: a package differs from packages.txt, or a step fails on it."""


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
    """The packages of a group, or all packages without a group, in the order of packages.txt."""
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
    """Downloads a package from the mirror `base` and unpacks it with these options of tar."""
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
    """The folder of the cache for a name and a key; `make` fills it if it is not complete."""
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
    """Holds the lock of a name, so that two builds do not fill the same folder at once."""
    place().mkdir(parents=True, exist_ok=True)
    with open(place() / f"{name}.lock", "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
