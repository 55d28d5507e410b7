// Lets Node import the modules of the page by the names that they have in the browser, such as
// "/page/plot.js" and "/client/motion.js": node --import ./modules.mjs --test …

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const TOP = new URL("../../", import.meta.url);
const FOLDERS = { "/page/": "Sources/SnapbackWeb/Page/", "/client/": "clients/js/" };

if (isMainThread) register(import.meta.url);

export function resolve(name, context, next) {
  for (const [prefix, folder] of Object.entries(FOLDERS)) {
    if (!name.startsWith(prefix)) continue;
    const url = new URL(folder + name.slice(prefix.length), TOP).href;
    return { url, format: "module", shortCircuit: true };
  }
  return next(name, context);
}

export async function load(url, context, next) {
  const isOfPage = url.startsWith(new URL(FOLDERS["/page/"], TOP).href);
  if (!isOfPage) return next(url, context);
  return { format: "module", source: await readFile(new URL(url)), shortCircuit: true };
}
