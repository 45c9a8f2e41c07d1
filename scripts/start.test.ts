import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { START_FLAGS } from "./server.mjs";

const read = (file: string) => readFileSync(path.resolve(file), "utf8");

it("all start scripts pass the same V8 flags", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [image, service] = ["Dockerfile", "deploy/still-and-know.service"].map(read);
  expect(scripts.start).toContain(`node ${START_FLAGS.join(" ")} scripts/start.mjs`);
  expect(service).toContain(`node ${START_FLAGS.join(" ")} start.mjs`);
  expect(image).toContain(`["node", ${START_FLAGS.map((flag) => `"${flag}"`).join(", ")}, "start.mjs"]`);
});
