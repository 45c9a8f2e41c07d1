import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { START_FLAGS } from "./server.mjs";

const ROOT = path.resolve(".");
const source = readFileSync(path.join(ROOT, "scripts/start.mjs"), "utf8");
const major = Number(process.versions.node.split(".", 1)[0]);

/** Those that the start gives V8 while it runs, and those of them that are for some versions alone. */
const flags = [...source.matchAll(/"(--[a-z-]+(?:=\d+)?)"/g)].map(([, flag = ""]) => flag);
const listed = (name: string) => new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(source)?.[1] ?? "";
const left = [major === 20 ? "" : listed("EAGER"), major >= 24 ? "" : listed("COLLECT_ALONE")].join();
const used = flags.filter((flag) => !left.includes(`"${flag}"`));

it("V8 knows every flag that it is started with", () => {
  expect(flags.length).toBeGreaterThanOrEqual(9);
  const all = [...used, "--semi-space-growth-factor=1"]; // young-room.mjs
  const code = `for (const flag of ${JSON.stringify(all)}) require("node:v8").setFlagsFromString(flag)`;
  const { status, stderr } = spawnSync(process.execPath, [...START_FLAGS, "-e", code], {
    encoding: "utf8",
  });
  // V8 says so on standard error, and goes on.
  expect([status, stderr]).toEqual([0, ""]);
});

it("every way to start tells V8 the same before it runs", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const [image, service] = ["Dockerfile", "deploy/still-and-know.service"].map((file) =>
    readFileSync(path.join(ROOT, file), "utf8"),
  );
  expect(scripts.start).toContain(`node ${START_FLAGS.join(" ")} scripts/start.mjs`);
  expect(service).toContain(`node ${START_FLAGS.join(" ")} start.mjs`);
  expect(image).toContain(`["node", ${START_FLAGS.map((flag) => `"${flag}"`).join(", ")}, "start.mjs"]`);
});
