// The motions of views in a recording: when each view moves by itself or is moved.

// Two changes of a view within this many frames belong to one motion.
const GAP = 3;

/**
 * The motions of a view from its states, which are { seconds, view } in order of time: intervals
 * [start, end] in which a number of the view itself changes. `period` is the time between two
 * frames. The position of a parent does not count.
 */
export function motionsOf(states, period) {
  const motions = [];
  for (let place = 1; place < states.length; place += 1) {
    const [before, after] = [states[place - 1], states[place]];
    if (isSame(before.view, after.view)) continue;
    // After a rest, the change began with the frame before it, which did not have the view.
    const start = Math.max(before.seconds, after.seconds - period);
    const last = motions[motions.length - 1];
    if (last && start - last[1] <= GAP * period) last[1] = after.seconds;
    else motions.push([start, after.seconds]);
  }
  return motions;
}

const LISTS = ["frame", "translation", "scale"];
const NUMBERS = ["rotation", "shear", "alpha", "color", "cornerRadius", "visible"];

/** Whether two states of a view differ at most in the position of the parent. */
function isSame(before, after) {
  return NUMBERS.every((key) => before[key] === after[key])
    && LISTS.every((key) => before[key].every((value, i) => value === after[key][i]));
}
