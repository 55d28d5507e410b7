"""The cases whose scenes have bindings."""

import glob
import json
import os
import re

import json5

from document import Document
from runs import TOP

# The folders of cases, and that of the bundled scenes.
CASES, SCENES = ("Tests/Cases", "Tests/Bindings"), "configs/scenes"
# The greatest speed of a daemon's clock, and the number of followers of followers and of bound
# constants for which it is 1.
FASTEST, CHAINED = 2, 3


class Case:
    """A case of `snapback test`, with the document of its scene."""

    def __init__(self, path, body, document):
        folder = os.path.dirname(path)
        self.name = os.path.basename(path).removesuffix(".case")
        self.body, self.document = body, document
        self.recording = os.path.join(folder, body["recording"])
        self.scene = os.path.normpath(os.path.join(folder, body["scene"]))
        self.folder = folder

    @property
    def is_own(self):
        """Whether the case is one of this folder."""
        return self.folder == os.path.join(TOP, CASES[1])

    @property
    def has_segments(self):
        """Whether a daemon can play the case. A daemon has no option for the size of the screen,
        does not carry out commands at given times, and refuses damaged recordings."""
        return not {"commands", "size", "lenient", "config"} & set(self.body)

    @property
    def speed(self):
        """The speed of a daemon's clock: the greatest one at which a daemon that is built for tests
        is hardly late."""
        chained = sum(
            binding.spring is not None and self.document.is_followed(binding.source)
            for binding in self.document.bindings)
        constants = sum(map(self.document.is_bound_constant, self.document.targets))
        return min(FASTEST, CHAINED / max(1, chained + constants))

    @property
    def configuration(self):
        """The configuration of a daemon that plays the case."""
        return {key: self.body[key] for key in ("rotation", "deviceRules") if key in self.body}

    def options(self, folder):
        """The options of `snapback replay`; files for it are written to a folder."""
        options = []
        for key in ("rotation", "size"):
            if key in self.body:
                options += ["--" + key, str(self.body[key])]
        for rule in self.body.get("deviceRules", []):
            options += ["--rule", json.dumps(rule)]
        if "config" in self.body:
            options += ["--config", os.path.join(self.folder, self.body["config"])]
        if self.body.get("lenient"):
            options.append("--lenient")
        if "commands" in self.body:
            path = os.path.join(folder, "commands.json5")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(self.body["commands"], file)
            options += ["--commands", path]
        return options


def load(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return json5.loads(text)


def has_bindings(path):
    """Whether a document has the key; a fast test before the document is parsed."""
    with open(path, encoding="utf-8") as file:
        return re.search(r"\bbindings\b.*\[", file.read()) is not None


def scene_of(path):
    """The scene that a case names, without parsing the case."""
    with open(path, encoding="utf-8") as file:
        name = re.search(r"\bscene\"?:\s*\"([^\"]+)\"", file.read())
    return os.path.normpath(os.path.join(os.path.dirname(path), name[1])) if name else path


def find():
    """The cases whose scenes have bindings, and the bundled scenes that no case plays."""
    paths = [path for folder in CASES for path in glob.glob(os.path.join(TOP, folder, "*.case"))]
    documents, found = {}, []
    for path in sorted(paths):
        scene = scene_of(path)
        if not has_bindings(scene):
            continue
        if scene not in documents:
            documents[scene] = Document(load(scene))
        found.append(Case(path, load(path), documents[scene]))
    bundled = glob.glob(os.path.join(TOP, SCENES, "*.json5"))
    missing = [path for path in bundled if path not in documents and has_bindings(path)]
    return found, sorted(os.path.relpath(path, TOP) for path in missing)
