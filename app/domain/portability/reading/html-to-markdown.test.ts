import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html.server";

const wordsOf = (html: string) => htmlToMarkdown(html).text.replace(/\s+/g, " ");

describe("htmlToMarkdown", () => {
  it.each(["svg", "math", "template", "noscript", "iframe", "object", "title", "select", "textarea", "head"])(
    "keeps the text after an unclosed <%s>",
    (name) => {
      expect(wordsOf(`<p>Before</p><${name}><p>and after.</p>`)).toBe("Before and after.");
      expect(wordsOf(`<p>Before</p><${name.toUpperCase()} class="x">and after.`)).toMatch(
        /^Before ?and after\.$/,
      );
    },
  );

  it.each(["style", "script"])("drops the text after an unclosed <%s>, as browsers do", (name) => {
    expect(wordsOf(`<p>Before</p><${name}>p > b { color: red }<p>x</p>`)).toBe("Before");
  });

  it.each(["script", "style", "title", "template", "noscript", "svg", "iframe", "object"])(
    "skips the content of a closed <%s>",
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
  ])("keeps the text after %s", (_what, html) => {
    expect(wordsOf(html)).toBe("words");
  });

  it.each([
    ["a paragraph within a script", "<p>Hi<script>alert('<p>no</p>')</script> you</p>", "Hi you"],
    ["handlers", '<p onclick="x()"><img src=x onerror="x()">Hi</p>', "![](<x>)Hi"],
    ["a link that runs", '<p><a href="javascript:x">Hi</a></p>', "Hi"],
    ["tags that never end", "<p>Hi</p><p><b", "Hi"],
    ["a comment that never ends", "<p>Hi</p><!-- <p>no", "Hi"],
    ["ends without a beginning", "</p></div></li></ul>Hi<p></a></p>", "Hi"],
    ["unknown entities", "<p>a &bogus; &#xD800; &#0; &#99999999;</p>", "a &bogus; \ufffd \ufffd \ufffd"],
    ["a list that begins with another number", '<ol start="3"><li>c<li>d</ol>', "3. c\n4. d"],
    ["entities of tags", "<p>&lt;p&gt;</p>", "<p>"],
    ["lists in lists", `${"<ul><li>".repeat(5_000)}Hi`, expect.stringMatching(/Hi$/) as string],
  ])("converts %s to text or drops it", (_what, html, words) => {
    expect(htmlToMarkdown(html).text).toEqual(words);
  });

  it("skips labels of an SVG in HTML", () => {
    const label = "<svg><foreignObject><div>label</div></foreignObject><text>label</text></svg>";
    expect(wordsOf(`${label}<p>words</p>`)).toBe("words");
  });

  it("counts videos and recordings separately", () => {
    const html = "<p>x</p><img><img><video></video><audio></audio><audio></audio><audio></audio>";
    expect(htmlToMarkdown(html).media).toEqual({ videos: 1, recordings: 3 });
  });

  it("searches for the end tags of many unclosed elements only once", () => {
    const html = "<svg><template><title>".repeat(30_000);
    expect(htmlToMarkdown(`${html}words`).text).toBe("words");
  });
});
