import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Sentence, type SentenceParts } from "./sentence";

const html = (text: string, parts: SentenceParts = {}) =>
  renderToStaticMarkup(<Sentence text={text} parts={parts} />);
const link = (words: React.ReactNode) => <a href="/terms">{words}</a>;

describe("a sentence with markup inside", () => {
  it("puts each part where its tag stands", () => {
    expect(html("Read the <terms>terms</terms> first.", { terms: link })).toBe(
      'Read the <a href="/terms">terms</a> first.',
    );
    expect(html("<name/> of <total/>", { name: 3, total: <b>7</b> })).toBe("3 of <b>7</b>");
  });

  it("follows the order of the message, so that a language may have another", () => {
    const parts = { a: link, b: (words: React.ReactNode) => <em>{words}</em> };
    expect(html("<b>zwei</b> und <a>eins</a>", parts)).toBe('<em>zwei</em> und <a href="/terms">eins</a>');
  });

  it("holds tags within tags", () => {
    expect(html("Remove<hidden> <name/></hidden>", { hidden: (words) => <i>{words}</i>, name: "Anna" })).toBe(
      "Remove<i> Anna</i>",
    );
  });

  it("shows what a person has written as it is, never as markup", () => {
    expect(html("By <name/>.", { name: "<terms>x</terms><script>" })).toBe(
      "By &lt;terms&gt;x&lt;/terms&gt;&lt;script&gt;.",
    );
    expect(html("1 < 2 & <x", {})).toBe("1 &lt; 2 &amp; &lt;x");
  });

  it("leaves out a part that is nothing", () => {
    expect(html("Since then<network/>", { network: null })).toBe("Since then");
  });

  it.each([
    ["an unknown tag", "Read <this>it</this>", {}],
    ["a tag of every object", "Read <constructor/>", {}],
    ["a tag without an end", "Read <terms>it", { terms: link }],
    ["an end without a beginning", "Read it</terms>", { terms: link }],
    ["tags that cross", "<a>x<b>y</a>z</b>", { a: link, b: link }],
    ["words where there is only something to show", "<name>x</name>", { name: "Anna" }],
    ["nothing where there should be words", "<terms/>", { terms: link }],
  ])("%s fails", (_name, text, parts: SentenceParts) => {
    expect(() => html(text, parts)).toThrow(text.replaceAll(/[()]/g, ""));
  });
});
