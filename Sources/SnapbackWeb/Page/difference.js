// The difference of two documents, as the command `patch` takes it.

/** Whether two values of documents are equal, whatever the order of their keys. */
export function same(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}

/**
 * The part that turns `old` into `next` if it is merged into `old` by the rules of `patch`
 * (docs/control.md); an empty object if they are equal. Returns null if no patch can do it, as
 * after a change of the order of views.
 */
export function patchBetween(old, next) {
  const part = difference(old, next);
  return part === IMPOSSIBLE ? null : part;
}

const IMPOSSIBLE = Symbol("impossible");

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The name by which elements of an array are merged. */
function nameOf(element) {
  if (!isObject(element)) return null;
  return [element.id, element.name].find((name) => typeof name === "string") ?? null;
}

function difference(old, next) {
  const part = {};
  for (const key of Object.keys(old)) {
    if (!Object.hasOwn(next, key)) part[key] = null;
  }
  for (const [key, value] of Object.entries(next)) {
    if (Object.hasOwn(old, key) && same(old[key], value)) continue;
    // In a patch, null removes a key.
    if (value === null) return IMPOSSIBLE;
    const change = changeOf(old[key], value);
    if (change === IMPOSSIBLE) return IMPOSSIBLE;
    part[key] = change;
  }
  return part;
}

function changeOf(old, next) {
  if (isObject(next)) return difference(isObject(old) ? old : {}, next);
  if (!Array.isArray(next)) return next;
  return listChange(Array.isArray(old) ? old : [], next);
}

/** The change of an array. */
function listChange(old, next) {
  const names = next.map(nameOf);
  // Without a name in each element, the whole array is replaced.
  if (next.length === 0 || names.includes(null)) {
    return next.some((element) => hasNull(element)) ? IMPOSSIBLE : next;
  }
  const before = old.map(nameOf);
  const kept = names.filter((name) => before.includes(name));
  // Elements are merged by unique names, in the old order; new ones go to the end.
  const isInOrder = before.filter((name) => names.includes(name)).join("\n") === kept.join("\n")
    && names.slice(0, kept.length).join("\n") === kept.join("\n");
  const isUnique = [names, before].every((list) => new Set(list).size === list.length);
  if (before.includes(null) || !isInOrder || !isUnique) return IMPOSSIBLE;
  const parts = [];
  for (const element of old) {
    const key = typeof element.id === "string" ? "id" : "name";
    if (!names.includes(nameOf(element))) {
      parts.push({ [key]: nameOf(element), remove: true });
    }
  }
  for (const element of next) {
    const name = nameOf(element);
    const former = old[before.indexOf(name)];
    if (former && same(former, element)) continue;
    const part = difference(former ?? {}, element);
    const key = typeof element.id === "string" ? "id" : "name";
    // The merge looks for `id` first, so an element that gets or loses its `id` is another one.
    const isOther = former && former.id !== element.id;
    if (part === IMPOSSIBLE || isOther || "remove" in element || "before" in element) {
      return IMPOSSIBLE;
    }
    parts.push({ [key]: name, ...part });
  }
  // The order of removals does not matter, and an empty array would replace the old one.
  return parts;
}

function hasNull(value) {
  if (value === null) return true;
  return typeof value === "object" && Object.values(value).some(hasNull);
}
