// Springs with names in other toolkits, as in `snapback curve --preset`.

const byResponse = (response, dampingRatio) => ({ response, dampingRatio });
const byStiffness = (stiffness, dampingRatio) => ({
  response: 2 * Math.PI / Math.sqrt(stiffness), dampingRatio,
});
const byConstants = (stiffness, damping, mass = 1) => ({ stiffness, damping, mass });

/** The presets of each toolkit: the name in `snapback curve`, the name there, and the spring. */
export const TOOLKITS = [
  ["SwiftUI", [
    ["smooth", "smooth", byResponse(0.5, 1)],
    ["snappy", "snappy", byResponse(0.5, 0.85)],
    ["bouncy", "bouncy", byResponse(0.5, 0.7)],
    ["interactive", "interactiveSpring", byResponse(0.15, 0.86)],
  ]],
  ["Apple", [
    ["coreAnimationDefault", "CASpringAnimation", byConstants(100, 10)],
    // Its damping of 500 is limited to the critical one.
    ["uikitDefault", "UISpringTimingParameters", byStiffness(1000 / 3, 1)],
  ]],
  ["Android, Origami", [
    ["androidDefault", "SpringForce", byStiffness(1500, 0.5)],
    ["origamiDefault", "Origami Studio", byConstants(230.2, 22)],
  ]],
  ["react-spring", [
    ["reactDefault", "default", byConstants(170, 26)],
    ["reactGentle", "gentle", byConstants(120, 14)],
    ["reactWobbly", "wobbly", byConstants(180, 12)],
    ["reactStiff", "stiff", byConstants(210, 20)],
    ["reactSlow", "slow", byConstants(280, 60)],
    ["reactMolasses", "molasses", byConstants(280, 120)],
  ]],
  ["Material 3", [
    ["materialFastSpatial", "fast spatial", byStiffness(1400, 0.9)],
    ["materialDefaultSpatial", "default spatial", byStiffness(700, 0.9)],
    ["materialSlowSpatial", "slow spatial", byStiffness(300, 0.9)],
    ["materialExpressiveFastSpatial", "expressive fast spatial", byStiffness(800, 0.6)],
    ["materialExpressiveDefaultSpatial", "expressive default spatial", byStiffness(380, 0.8)],
    ["materialExpressiveSlowSpatial", "expressive slow spatial", byStiffness(200, 0.8)],
    ["materialFastEffects", "fast effects", byStiffness(3800, 1)],
    ["materialDefaultEffects", "default effects", byStiffness(1600, 1)],
    ["materialSlowEffects", "slow effects", byStiffness(800, 1)],
  ]],
];

/** The springs of all presets, by their names. */
export const PRESETS = new Map(
  TOOLKITS.flatMap(([, presets]) => presets.map(([name, , spring]) => [name, spring])));
