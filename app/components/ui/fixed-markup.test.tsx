import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedMarkup, renderFixedMarkupWith } from "./fixed-markup.state";

describe("fixed markup", () => {
  beforeAll(() => renderFixedMarkupWith(renderToString));
  afterAll(() => renderFixedMarkupWith(undefined));

  /** Says how often its inside was rendered. */
  function menu() {
    let rendered = 0;
    const Menu = fixedMarkup("ul", { className: "menu" }, ({ current }: { current: string }) => {
      rendered += 1;
      return (
        <>
          <li>{current} &amp; more</li>
          <li>
            {"two"} {"texts"}
          </li>
        </>
      );
    });
    return { Menu, rendered: () => rendered };
  }
  const shown = (Menu: ReturnType<typeof menu>["Menu"], current: string) =>
    renderToString(createElement(Menu, { current }));

  it("is at every visit what it is at the first, and rendered no more", async () => {
    const { Menu, rendered } = menu();
    const first = shown(Menu, "<a>");
    await Promise.resolve();
    const before = rendered();
    expect(shown(Menu, "<a>")).toBe(first);
    expect(first).toContain("&lt;a&gt;<!-- --> &amp; more");
    expect(rendered()).toBe(before);
    expect(shown(Menu, "other")).not.toBe(first);
  });

  it("keeps some dozens; what has more values is rendered as it always was", async () => {
    const { Menu, rendered } = menu();
    for (let at = 0; at < 150; at++) shown(Menu, `page ${at}`);
    await Promise.resolve();
    const before = rendered();
    shown(Menu, "page 99");
    expect(rendered()).toBe(before);
    shown(Menu, "page 100");
    expect(rendered()).toBe(before + 1);
  });
});
