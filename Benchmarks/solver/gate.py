"""Checks answers against the reference, so that no figure of a wrong answer is published."""

import collections

import flex_tree
import reference


def sample(workload, frames_per_label):
    """The numbers of the frames to check: the first one, and some of each label, spread out."""
    by_label = collections.defaultdict(list)
    for number, frame in enumerate(workload.frames):
        by_label[frame.label].append(number)
    chosen = {0}
    for numbers in by_label.values():
        count = min(frames_per_label, len(numbers))
        for place in range(count):
            chosen.add(numbers[(2 * place + 1) * len(numbers) // (2 * count)])
    return chosen


def fault(system, answer):
    """The fault in an answer, in a few words, or None.

    An answer has "values" and may have "conflicts", whose victims need not hold.
    """
    victims = frozenset(conflict["victim"] for conflict in answer.get("conflicts", ()))
    optimum, message = reference.lexicographic_optimum(system)
    if optimum is not None and victims:
        return "a conflict is reported where there is none"
    if optimum is None:
        if not victims:
            return "no conflict is reported although " + message
        optimum, message = reference.lexicographic_optimum(system, victims)
        if optimum is None:
            return "without the victims reported, still " + message
    values = [float("nan") if value is None else value for value in answer["values"]]
    difference = reference.first_difference(system, values, optimum, victims)
    if difference is None:
        return None
    priority, found, wanted = difference
    of = "the conflicts' victims" if priority == reference.DEMOTED else f"priority {priority:g}"
    return f"the violation of {of} is {found:.6g}, the optimum is {wanted:.6g}"


class Verdict:
    """How the answers of one engine to one label's frames were."""

    def __init__(self):
        self.checked = 0
        self.faults = []

    @property
    def is_right(self):
        return self.checked > 0 and not self.faults


def check(workload, answers, numbers):
    """The verdict on each label, "build" for the first frame."""
    verdicts = collections.defaultdict(Verdict)
    by_number = {answer["frame"]: answer for answer in answers}
    for number, label, system in workload.systems():
        if number not in numbers:
            continue
        verdict = verdicts["build" if number == 0 else label]
        if number not in by_number:
            continue
        verdict.checked += 1
        found = fault(system, by_number[number])
        if found:
            verdict.faults.append(f"frame {number}: {found}")
    return verdicts


def compare(tree, names, wanted, found):
    """The verdict on each label of Yoga's answers `found`, which Snapback's `wanted` judge."""
    verdicts = collections.defaultdict(Verdict)
    wanted = {answer["frame"]: answer["values"] for answer in wanted}
    found = {answer["frame"]: answer["values"] for answer in found}
    for frame in tree.frames:
        verdict = verdicts["build" if frame.number == 0 else frame.label]
        if frame.number not in found:
            verdict.faults.append(f"frame {frame.number}: there is no answer")
            continue
        verdict.checked += 1
        values = tree.values(found[frame.number])
        difference = flex_tree.fault(names, wanted[frame.number], values)
        if difference:
            verdict.faults.append(f"frame {frame.number}: {difference}")
    return verdicts
