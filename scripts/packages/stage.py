"""Copies the clients in Python and JavaScript with what their packages need: stage.py TOP FOLDER

TOP is the repository, or a folder with its project.json, LICENSE and clients. FOLDER receives
`python` and `js`: the sources, the license, a README without links to files that the package
lacks, and the facts of project.json in the metadata. A fact that is not given is left out. Without
npmName the package for npm is private, so npm refuses to publish it.
"""

import email.utils
import json
import pathlib
import shutil
import sys

import facts as project
import readme


def copy(files, source, target):
    """Copies files with paths in `source` to the same paths in `target`."""
    for file in files:
        path = target / file.relative_to(source)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, path)


def stage_python(top, target, facts):
    source = top / "clients/python"
    package = source / "snapback"
    copy([*package.glob("*.py"), package / "py.typed"], source, target)
    shutil.copyfile(top / "LICENSE", target / "LICENSE")
    readme.write(source / "README.md", target)
    text = (source / "pyproject.toml").read_text()
    if facts["contact"]:
        name, address = map(json.dumps, email.utils.parseaddr(facts["contact"]))
        head = "[project]\n"
        text = text.replace(
            head, f"{head}maintainers = [{{ name = {name}, email = {address} }}]\n", 1)
    if facts["url"]:
        text += f"\n[project.urls]\nHomepage = {json.dumps(facts['url'])}\n"
    (target / "pyproject.toml").write_text(text)


def stage_javascript(top, target, facts):
    source = top / "clients/js"
    copy(source.glob("*.js"), source, target)
    shutil.copyfile(top / "LICENSE", target / "LICENSE")
    readme.write(source / "README.md", target)
    package = json.loads((source / "package.json").read_text())
    if facts["npmName"]:
        package["name"] = facts["npmName"]
    else:
        package["private"] = True
    for key, fact in (("homepage", "url"), ("author", "contact")):
        if facts[fact]:
            package[key] = facts[fact]
    (target / "package.json").write_text(json.dumps(package, indent=2) + "\n")


def main(top, folder):
    facts = project.read(top)
    for name, stage in (("python", stage_python), ("js", stage_javascript)):
        target = pathlib.Path(folder) / name
        target.mkdir(parents=True)
        stage(pathlib.Path(top), target, facts)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except project.Wrong as error:
        sys.exit(f"stage: {error}")
