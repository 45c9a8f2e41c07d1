import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html.server";

const wordsOf = (html: string) => htmlToMarkdown(html).text.replace(/\s+/g, " ");

describe("htmlToMarkdown", () => {
  it.each(["svg", "math", "template", "noscript", "iframe", "object", "title", "select", "textarea", "head"])(
    "keeps the text after an element when it is an unclosed <%s>",
    (name) => {
      expect(wordsOf(`<p>Before</p><${name}><p>and after.</p>`)).toBe("Before and after.");
      expect(wordsOf(`<p>Before</p><${name.toUpperCase()} class="x">and after.`)).toMatch(
        /^Before ?and after\.$/,
      );
    },
  );

  it.each(["style", "script"])(
    "drops the text after an element, as browsers do, when it is an unclosed <%s>",
    (name) => {
      expect(wordsOf(`<p>Before</p><${name}>p > b { color: red }<p>x</p>`)).toBe("Before");
    },
  );

  it.each(["script", "style", "title", "template", "noscript", "svg", "iframe", "object"])(
    "skips the content of an element when it is a closed <%s>",
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
  ])("keeps the text when it is after %s", (_what, html) => {
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
  ])("converts markup to text, or drops it, when it is %s", (_what, html, words) => {
    expect(htmlToMarkdown(html).text).toEqual(words);
  });

  it.each([
    ["lines", "<tr><td>Mon<br>day<td>high<br><br>fast<tr><td>Tue<td>low", "Mon day | high fast\nTue | low"],
    ["paragraphs", "<tr><td><p>a</p><p>b</p></td><td><div>c</div><div>d</div></td></tr>", "a b | c d"],
    ["a list", "<tr><td>a</td><td><ul><li>b</li><li>c</li></ul></td></tr>", "a | - b - c"],
    ["nothing", "<tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr>", "a | b\n| c"],
    ["a page", "<tr><td>Menu</td><td><h1>Weir</h1><p>a</p><p>b</p></td></tr>", "Menu |\n\n# Weir\n\na\n\nb"],
    ["a page alone", "<tr><td><p>a</p><p>b</p></td></tr>", "a\n\nb"],
    ["a table", "<tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr>", "a |\n\nb | c"],
  ])("keeps a row in one line, unless it is a layout, when a cell has %s", (_what, rows, text) => {
    expect(htmlToMarkdown(`<table>${rows}</table>`).text.replace(/ +$/gm, "")).toBe(text);
  });

  it.each([
    [
      "<p>a</p><blockquote><p>b</p><p>c</p><blockquote>d</blockquote></blockquote>e",
      "a\n\n> b\n>\n> c\n>\n> > d\n\ne",
    ],
    ["<ul><li>a</li></ul><blockquote>b</blockquote>", "- a\n\n> b"],
    ['<a href="https://a.example/"><b>a</a> b</b>', "[**a**](https://a.example/) **b**"],
    ['<b><a href="https://a.example/">a</a> b</b>', "[**a**](https://a.example/) **b**"],
  ])("ends quotations and links at their own level when the HTML is %j", (html, text) => {
    expect(htmlToMarkdown(html).text).toBe(text);
  });

  it("skips the labels of an SVG when they are HTML", () => {
    const label = "<svg><foreignObject><div>label</div></foreignObject><text>label</text></svg>";
    expect(wordsOf(`${label}<p>words</p>`)).toBe("words");
  });

  it("counts videos and recordings separately when a page has both", () => {
    const html = "<p>x</p><img><img><video></video><audio></audio><audio></audio><audio></audio>";
    expect(htmlToMarkdown(html).media).toEqual({ videos: 1, recordings: 3 });
  });

  it("searches for end tags only once when many elements are unclosed", () => {
    const html = "<svg><template><title>".repeat(30_000);
    expect(htmlToMarkdown(`${html}words`).text).toBe("words");
  });
});
