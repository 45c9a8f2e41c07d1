import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cachedFragment, FragmentLink, setFragmentRenderer } from "./fragment-cache.state";

describe("cached fragment", () => {
  beforeAll(() => setFragmentRenderer(renderToString));
  afterAll(() => setFragmentRenderer(undefined));

  /** A menu that counts its renders. */
  function createMenu() {
    let renders = 0;
    const Menu = cachedFragment("ul", { className: "menu" }, ({ current }: { current: string }) => {
      renders += 1;
      return (
        <>
          <li>{current} &amp; more</li>
          <li>
            <FragmentLink to="/journal">Journal</FragmentLink>
          </li>
        </>
      );
    });
    return {
      show: (current: string) => renderToString(createElement(Menu, { current })),
      renders: () => renders,
    };
  }

  it("has the same markup when it comes from the cache", async () => {
    const { show, renders } = createMenu();
    const first = show("<a>");
    await Promise.resolve();
    const before = renders();
    expect(show("<a>")).toBe(first);
    expect(renders()).toBe(before);
    expect(first).toContain('<ul class="menu"><li>&lt;a&gt;<!-- --> &amp; more</li>');
    expect(show("other")).not.toBe(first);
  });

  it("is rendered every time when there are too many different props", async () => {
    const { show, renders } = createMenu();
    for (let at = 0; at < 150; at++) show(`page ${at}`);
    await Promise.resolve();
    const before = renders();
    show("page 99");
    expect(renders()).toBe(before);
    show("page 100");
    expect(renders()).toBe(before + 1);
  });
});
