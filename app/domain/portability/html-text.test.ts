import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html-text";

const wordsOf = (html: string) => htmlToMarkdown(html).text.replace(/\s+/g, " ");

describe("a page of another application", () => {
  it.each(["svg", "math", "template", "noscript", "iframe", "object", "title", "select", "textarea", "head"])(
    "keeps the words after a <%s> that is never closed",
    (name) => {
      expect(wordsOf(`<p>Before</p><${name}><p>and after.</p>`)).toBe("Before and after.");
      expect(wordsOf(`<p>Before</p><${name.toUpperCase()} class="x">and after.`)).toMatch(
        /^Before ?and after\.$/,
      );
    },
  );

  it.each(["style", "script"])("ends a <%s> that is never closed with the page, as browsers do", (name) => {
    expect(wordsOf(`<p>Before</p><${name}>p > b { color: red }<p>x</p>`)).toBe("Before");
  });

  it.each(["script", "style", "title", "template", "noscript", "svg", "iframe", "object"])(
    "leaves out what is in a <%s> that is closed",
    (name) => {
      expect(wordsOf(`<p>Before</p><${name}>no words</${name}><p>and after.</p>`)).toBe("Before and after.");
    },
  );

  it.each([
    ["a drawing without an end before one that has it", "<svg><path d='M0'><p>words</p><svg></svg>"],
    ["a drawing that ends at once", "<svg/><p>words</p><svg></svg>"],
    ["a script with signs", "<script>for(i=0;i<n;i++){}</script><p>words</p>"],
    ["a script that writes a tag", "<script>'<svg>'</script><p>words</p>"],
    ["the shortest comments", "<!--><p>words</p><!--->"],
    ["a comment with a wrong end", "<!-- x --!><p>words</p>"],
    ["a typed tag", "<textarea>words</textarea><title>x</title>"],
  ])("keeps the words after %s", (_what, html) => {
    expect(wordsOf(html)).toBe("words");
  });

  it("leaves out the labels of a drawing in HTML", () => {
    const label = "<svg><foreignObject><div>label</div></foreignObject><text>label</text></svg>";
    expect(wordsOf(`${label}<p>words</p>`)).toBe("words");
  });

  it("counts pictures, videos and recordings apart", () => {
    const html = "<p>x</p><img><img><video></video><audio></audio><audio></audio><audio></audio>";
    expect(htmlToMarkdown(html).media).toEqual({ pictures: 2, videos: 1, recordings: 3 });
  });

  it("looks for the ends of many elements that are never closed once", () => {
    const html = "<svg><template><title>".repeat(30_000);
    expect(htmlToMarkdown(`${html}words`).text).toBe("words");
  });
});
