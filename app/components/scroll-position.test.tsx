import { runInNewContext } from "node:vm";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { DocumentContext } from "./document-context";
import { ScrollPosition } from "./scroll-position";

const markup = renderToStaticMarkup(
  <DocumentContext.Provider value={{ nonce: "once", tellScript: () => {} }}>
    <ScrollPosition />
  </DocumentContext.Provider>,
);
const script = /^<script nonce="once">(.*)<\/script>$/.exec(markup)?.[1] ?? "";

function open({ state, positions }: { state?: { key: string }; positions?: string | Error }) {
  const scrollTo = vi.fn();
  const history = {
    state,
    replaceState: (next: { key: string }) => {
      history.state = next;
    },
  };
  const sessionStorage = {
    get positions() {
      if (positions instanceof Error) throw positions;
      return positions;
    },
  };
  runInNewContext(script, { history, sessionStorage, scrollTo });
  return { key: history.state?.key, scrolled: scrollTo.mock.calls };
}

describe("a page that is loaded again", () => {
  it("goes back to where it was left", () => {
    const left = open({ state: { key: "here" }, positions: '{"here":640,"there":80}' });
    expect(left).toEqual({ key: "here", scrolled: [[0, 640]] });
    expect(open({ state: { key: "top" }, positions: '{"top":0}' }).scrolled).toEqual([[0, 0]]);
  });

  it("stays where the browser put it, at a part that the address names, where nothing was kept", () => {
    for (const positions of [
      undefined,
      "{}",
      '{"there":80}',
      '{"here":"80px"}',
      "not JSON",
      new Error("refused"),
    ])
      expect(open({ state: { key: "here" }, positions }).scrolled).toEqual([]);
  });

  it("gets a name under which its place is kept", () => {
    const first = open({});
    expect(first.key).toMatch(/^[0-9a-v]{3,}$/);
    expect(open({}).key).not.toBe(first.key);
  });
});
