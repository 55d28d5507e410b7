"""A copy of the tree in which all chosen mutants are compiled in, and its build."""

import os
import re
import shutil
import subprocess

from sites import overlaps, rewrite

LEFT_OUT = (".build", ".git", ".swiftpm", "__pycache__", "node_modules")
# Files that SwiftPM has already fetched.
FETCHED = ("checkouts", "repositories", "artifacts", "workspace-state.json")
ERROR = re.compile(r"^(?P<path>/[^:\n]+):(?P<line>\d+):\d+: error: (?P<text>.*)$", re.MULTILINE)
# How many lines an error may be away from the mutant that causes it.
ERROR_REACH = 8
# The maximum distance in lines if the error is in another branch of the mutant's function.
FUNCTION_REACH = 60

PATCH = """
// Mutation testing: only what is asked for, and the module that switches mutants.
let mutatedTargets: Set<String> = [{mutated}]
package.targets.append(.target(name: "CMutants"))
for target in package.targets where mutatedTargets.contains(target.name) {{
  target.dependencies.append("CMutants")
}}
var wanted: Set<String> = [{wanted}]
var wantedBefore = 0
while wanted.count > wantedBefore {{
  wantedBefore = wanted.count
  for target in package.targets where wanted.contains(target.name) {{
    for case .byNameItem(let name, _) in target.dependencies {{ wanted.insert(name) }}
  }}
}}
package.targets.removeAll {{ !wanted.contains($0.name) }}
package.products = []
"""


class BuildFailed(Exception):
    """The copy does not build, and no mutant is to blame."""


def pure_modules(package):
    """The targets that Package.swift declares as the core."""
    return re.findall(r'^    pure\(\s*"(\w+)"', package, re.MULTILINE)


def all_targets(package):
    """The test targets and the commands that Package.swift declares."""
    return re.findall(r'^    (?:tests|command)\(\s*"([\w-]+)"', package, re.MULTILINE)


def names(words):
    """A list of Swift strings."""
    return ", ".join(f'"{word}"' for word in sorted(words))


def write_if_changed(path, text):
    """Writes a file unless it has this content: an untouched file is not compiled again."""
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy_folder(source, target):
    """Replaces a folder by a copy of another. Files keep their times."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))


class Tree:
    """The copy, beside the sources as they were when it was made."""

    def __init__(self, top, folder):
        self.top, self.folder = top, folder
        self.copy = os.path.join(folder, "tree")
        self.original = os.path.join(folder, "original")

    @property
    def is_made(self):
        """Whether the tree was copied to the end."""
        return os.path.exists(os.path.join(self.original, "Package.swift"))

    def make(self):
        """Copies the working tree."""
        copy_folder(self.top, self.copy)
        copy_folder(os.path.join(self.top, "Sources"), os.path.join(self.original, "Sources"))
        build, own = os.path.join(self.top, ".build"), os.path.join(self.copy, ".build")
        os.makedirs(own, exist_ok=True)
        for name in FETCHED:
            path = os.path.join(build, name)
            if os.path.isdir(path):
                shutil.copytree(path, os.path.join(own, name), symlinks=True, dirs_exist_ok=True)
            elif os.path.exists(path):
                shutil.copy(path, own)
        shutil.copy(os.path.join(self.top, "Package.swift"), self.original)

    def take_tests(self):
        """Copies the current tests of the working tree, and the files that they need."""
        for name in ("Tests", "scripts", "configs", "recordings"):
            copy_folder(os.path.join(self.top, name), os.path.join(self.copy, name))
        shutil.copy(os.path.join(self.top, "Package.swift"), self.original)

    def text(self, path):
        """An original file."""
        with open(os.path.join(self.original, path), encoding="utf-8") as file:
            return file.read()

    def files(self, module):
        """The Swift and C files of a module, by path from the top."""
        found = []
        for folder, _, entries in os.walk(os.path.join(self.original, "Sources", module)):
            found += [os.path.relpath(os.path.join(folder, name), self.original)
                      for name in entries if name.endswith((".swift", ".c"))]
        return sorted(found)

    def write(self, chosen, modules, wanted):
        """Writes all files with the chosen mutants, by number, and the package around them."""
        places = os.path.join(self.copy, "Sources", "CMutants")
        if not os.path.isdir(places):
            own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "CMutants")
            shutil.copytree(own, places)
        for path in (path for module in modules for path in self.files(module)):
            here = {n: site for n, site in chosen.items() if site.path == path}
            target = os.path.join(self.copy, path)
            write_if_changed(target, self._mutated(path, here, target))
        mutated = {path.split("/")[1] for path in (site.path for site in chosen.values())}
        package = self.text("Package.swift").replace(".treatAllWarnings(as: .error),", "")
        write_if_changed(os.path.join(self.copy, "Package.swift"), package + PATCH.format(
            mutated=names(mutated), wanted=names({*wanted, "CMutants"})))

    def _mutated(self, path, here, target):
        text = self.text(path)
        if not here:
            return text
        is_c = path.endswith(".c")
        text = rewrite(text, here, is_c)
        if is_c:
            return f'#include "mutants.h"\n#line 1 "{target}"\n{text}'
        return text + ("\npublic" if "@inlinable" in text else "\n") + " import CMutants\n"

    def build(self):
        """Builds once: nothing when it went well, else the errors as (path, line, text)."""
        command = ["swift", "build", "--build-tests", "--skip-update", "-Xswiftc", "-gnone"]
        result = subprocess.run(command, cwd=self.copy, stdout=subprocess.PIPE, text=True,
                                stderr=subprocess.STDOUT, check=False)
        with open(os.path.join(self.folder, "build.log"), "w", encoding="utf-8") as log:
            log.write(result.stdout)
        if result.returncode == 0:
            return []
        copy = os.path.realpath(self.copy)
        errors = {(os.path.relpath(os.path.realpath(found["path"]), copy), int(found["line"]),
                   found["text"]) for found in ERROR.finditer(result.stdout)}
        if not errors:
            raise BuildFailed(result.stdout[-3000:])
        return sorted(errors)


def guilty(errors, chosen, text):
    """The numbers of the mutants that these errors come from.

    A mutant that turns an expression into statements is reported in its own line and, by the
    compiler's type checker, in other branches far away; the latter count only where nothing nearer
    explains the errors of the file.
    """
    found, far = {}, {}
    for path, line, message in errors:
        here = []
        for number, site in chosen.items():
            if site.path != path:
                continue
            first = text(path).count("\n", 0, site.start) + 1
            last = text(path).count("\n", 0, site.end) + 1
            here.append((max(first - line, line - last, 0), number))
        nearest = min(here, default=(FUNCTION_REACH + 1, None))[0]
        if nearest > FUNCTION_REACH:
            raise BuildFailed(f"{path}:{line}: {message}")
        kept = found if nearest <= ERROR_REACH else far
        kept.setdefault(path, set()).update(
            number for distance, number in here if distance == nearest)
    return set().union(*(found.get(path, far.get(path)) for path in found.keys() | far.keys()))


def without_crossings(chosen):
    """The numbers of mutants that cross one with a smaller number."""
    crossing, kept = set(), {}
    for number in sorted(chosen):
        site = chosen[number]
        others = kept.setdefault(site.path, [])
        if any(overlaps(site, other) for other in others):
            crossing.add(number)
        else:
            others.append(site)
    return crossing
