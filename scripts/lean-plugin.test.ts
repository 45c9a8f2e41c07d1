import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { objectSpread2, objectWithoutProperties } from "./lean/babel-helpers.mjs";
import { jsx } from "./lean/jsx-runtime.mjs";

describe("an element", () => {
  // The one that serves; the one for development watches what it makes.
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve("react/package.json"));
  const react = require(path.join(folder, "cjs/react-jsx-runtime.production.min.js")) as { jsx: typeof jsx };

  const Usual = Object.assign(() => null, { defaultProps: { name: "usual" } });
  const ref = { current: null };
  it.each([
    ["plain", "p", { className: "a", children: "text" }, undefined],
    ["with a key", "li", { children: ["a", "b"] }, 7],
    ["that is a fragment", Symbol.for("react.fragment"), { children: "text" }, "k"],
  ])("%s is what React makes of it", (_name, type, props, key) => {
    expect(jsx(type, { ...props }, key)).toEqual(react.jsx(type, { ...props }, key));
  });

  it.each([
    ["with a ref", "p", { ref, id: "x" }],
    ["of a component with usual values", Usual, { id: "x" }],
  ])("%s is made by React", (_name, type, props) => {
    const [[ours, has], [theirs, have]] = [jsx, react.jsx].map((make) => {
      const made = make(type, { ...props }, undefined) as { ref: unknown; props: object };
      return [made.ref, made.props] as const;
    }) as [readonly [unknown, object], readonly [unknown, object]];
    expect([ours, { ...has }]).toEqual([theirs, { ...have }]);
  });
});

describe("what Babel writes for older machines", () => {
  it("reads what is spread, and keeps the getters of what is written beside it", () => {
    let read = 0;
    const spread = Object.defineProperty({ a: 1, [Symbol.for("s")]: 2 }, "hidden", { value: 3 });
    const made = objectSpread2(
      {},
      { ...spread },
      {
        get later() {
          return (read += 1);
        },
      },
      null,
      {},
      { later: "last" },
    ) as Record<string, unknown>;
    expect(read).toBe(0);
    expect(made).toEqual({ a: 1, [Symbol.for("s")]: 2, later: "last" });
    const lazy = objectSpread2({}, undefined, {
      get later() {
        return (read += 1);
      },
    }) as { later: number };
    expect([lazy.later, lazy.later]).toEqual([1, 2]);
  });

  it("leaves out what was taken", () => {
    expect(objectWithoutProperties({ a: 1, b: 2, c: 3 }, ["b"])).toEqual({ a: 1, c: 3 });
    expect(objectWithoutProperties(null, ["b"])).toEqual({});
  });
});
