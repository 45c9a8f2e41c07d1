import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emptySettings } from "./server.mjs";

/** V8 takes an unknown option without an error to catch: only asking shows whether a value is really there. */
const ASKS = `data:text/javascript,import { setFlagsFromString } from "node:v8";
process.on("exit", () => setFlagsFromString("--help"));`.replace("\n", "");

/** The options of V8 in a server that got no further than its settings. */
function optionsAtStart(): Map<string, string> {
  // As `npm start` and the image begin it.
  const args = ["--max-semi-space-size=8", "--import", ASKS, "scripts/start.mjs"];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...emptySettings(), VITEST: "", PORT: "0", HOST: "host.invalid" },
    encoding: "utf8",
  });
  expect(stderr).toContain("HOST must be an address of this machine");
  return new Map(
    [...stdout.matchAll(/default: --([a-z-]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

test("the server runs with the options of V8 that it asks for", () => {
  const options = optionsAtStart();
  const own = {
    "heap-growing-percent": "25",
    "max-semi-space-size": "0",
    "semi-space-growth-factor": "1",
    ...(process.versions.node.startsWith("20.") && {
      "interrupt-budget": "15000",
      "ticks-before-optimization": "1",
      "minimum-invocations-after-ic-update": "100",
    }),
  };
  const seen = Object.fromEntries(Object.keys(own).map((name) => [name, options.get(name)]));
  expect(seen).toEqual(own);
});

test("every way to start the server gives it the same memory", () => {
  const ways = ["package.json", "Dockerfile", "deploy/still-and-know.service", "scripts/server.mjs"];
  const given = ways.map((way) => {
    const text = readFileSync(way, "utf8");
    // As it stands in a command, in a unit, in an image and in an object of JavaScript.
    const settings = [...text.matchAll(/(MALLOC_\w+)(?:=|: ")(\d+)/g)].map(
      ([, name, value]) => `${name}=${value}`,
    );
    return { way, room: /--max-semi-space-size=\d+/.exec(text)?.[0], settings };
  });
  const [{ room, settings }] = given as [(typeof given)[number]];
  expect(settings).toHaveLength(3);
  expect(given).toEqual(ways.map((way) => ({ way, room, settings })));
});
