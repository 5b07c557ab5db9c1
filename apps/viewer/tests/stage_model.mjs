// The stage's model of a scene and a result of the program, without a browser.
import { execFileSync } from "node:child_process";
import { compiled, program } from "./compiled.mjs";
import { fixtureData } from "./fixture.mjs";

const { SceneModel } = await compiled("stage/scene_model.ts");
const { motionsOf } = await compiled("time/motion.ts");

export function modelOf(sceneFile) {
  const page = fixtureData(sceneFile);
  return new SceneModel({ page, poseAt: motionsOf(page.scene) });
}

// Exit status 1 says that some pair is not separated.
export function resultOf(sceneFile, ...words) {
  try {
    return JSON.parse(
      execFileSync(program, [...words, "--json", sceneFile], {
        maxBuffer: 1 << 29,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
  } catch (error) {
    if (error.status !== 1) throw error;
    return JSON.parse(error.stdout);
  }
}

export const sidesOf = (model, pair, time) => ({ a: model.side(pair, "a", time), b: model.side(pair, "b", time) });
