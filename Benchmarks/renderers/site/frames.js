// The boxes of moving.py in a page: frames.html draws the daemon's scene with <snapback-scene>,
// frames.html?plain moves elements by itself. From the first motion on,
// `framesFor(warmUp, seconds)` returns the times of the browser's frames, those of
// requestAnimationFrame, in milliseconds.

const COUNT = 24;
const DURATION = 800;
const WAY = 30;

function plain() {
  const root = document.createElement("div");
  root.id = "plain";
  const boxes = Array.from({ length: COUNT }, (_, place) => {
    const box = document.createElement("div");
    box.className = "box";
    root.append(box);
    return { box, x: 15 + place % 4 * 90, y: 150 + Math.floor(place / 4) * 90 };
  });
  document.body.append(root);
  const draw = (time) => {
    const way = WAY * (1 - Math.cos(Math.PI * time / DURATION)) / 2;
    for (const { box, x, y } of boxes) box.style.transform = `matrix(1, 0, 0, 1, ${x + way}, ${y})`;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

async function snapback() {
  await import("/client/element.js");
  const scene = document.createElement("snapback-scene");
  for (let place = 0; place < COUNT; place += 1) {
    const box = document.createElement("div");
    box.dataset.snapback = `box${place}`;
    scene.append(box);
  }
  document.body.append(scene);
}

const shown = () => document.querySelector("#plain > *, [data-snapback]")?.style.transform;

window.framesFor = (warmUp, seconds) => new Promise((resolve) => {
  const times = [];
  let [before, first] = [null, null];
  const frame = (time) => {
    before ||= shown();
    if (first === null && (!before || shown() === before)) {
      requestAnimationFrame(frame);
      return;
    }
    first ??= time;
    if (time - first >= 1000 * warmUp) times.push(time);
    if (time - first >= 1000 * (warmUp + seconds)) resolve(times);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});

if (location.search === "?plain") plain();
else snapback();
