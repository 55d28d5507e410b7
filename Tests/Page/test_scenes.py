"""The page reads scenes as the engine does, and its patches of springs are ones that it takes."""

import os
import unittest

import browser

READ = """async ({ scene, recording }) => {
  const { parseJSON5 } = await import("/page/json5.js");
  const text = await (await fetch(`/api/scene?name=${scene}`)).text();
  const query = `/api/replay?recording=${recording}&rate=60`;
  const named = await fetch(`${query}&scene=${scene}`);
  const sent = await fetch(query, { method: "POST", body: JSON.stringify(parseJSON5(text)) });
  return { status: [named.status, sent.status], lines: [await named.text(), await sent.text()] };
}"""

PATCH = """async (name) => {
  const { parseJSON5 } = await import("/page/json5.js");
  const { asConstants, asResponse, patchFor, springsOf, withSpring } =
    await import("/page/springs.js");
  const ask = (command, body) => snapback.live.request(command, body);
  let scene = parseJSON5(await (await fetch(`/api/scene?name=${name}`)).text());
  await ask("load", { scene });
  let count = 0;
  for (const { path } of springsOf(scene)) {
    for (const form of [asConstants, asResponse, asConstants]) {
      const found = springsOf(scene).find((item) => String(item.path) === String(path));
      const spring = form(found.spring);
      // Refused, it throws: keys of two forms, a path that is not there, a number out of range.
      await ask("patch", { scene: patchFor(scene, path, spring) });
      scene = withSpring(scene, path, spring);
      count += 1;
    }
  }
  return count;
}"""


class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = browser.Server(browser.scene("card"))
        cls.addClassCleanup(cls.server.close)
        cls.page = browser.Page(cls.server)
        cls.addClassCleanup(cls.page.close)

    def test_a_scene_that_the_page_reads_replays_as_the_one_in_the_file(self):
        names = sorted(os.listdir(browser.SCENES))
        self.assertGreater(len(names), 20)
        for name in names:
            said = self.page.ask(READ, {"scene": name, "recording": "taps.evemu"})
            self.assertEqual(said["status"], [200, 200], name)
            self.assertEqual(*said["lines"], name)

    def test_the_daemon_takes_the_patch_of_every_spring_in_either_form(self):
        counts = {
            name: self.page.ask(PATCH, name) for name in sorted(os.listdir(browser.SCENES))}
        # Counted by hand in the scenes, three patches each.
        self.assertEqual(counts["photo.json5"], 12)
        self.assertEqual(counts["drawer.json5"], 6)
        self.assertEqual(counts["sheet.json5"], 3)
        self.assertEqual(counts["transform-4-springs.json5"], 3)
        self.assertEqual(counts["transform-1-stays.json5"], 0)


if __name__ == "__main__":
    unittest.main()
