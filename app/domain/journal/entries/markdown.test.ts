import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import fc from "#tests/support/properties";
import { EMPTY_CONTENT } from "./content";
import { countMarkup, isPlainText, markdown, renderText } from "./markdown.server";
import { renderContent } from "./render-content.server";

const html = (text: string, level: 2 | 3 | 4 | 5 = 2) => {
  const result = renderText(text, level);
  return typeof result === "object" ? result.html.replace(/\n/g, "") : undefined;
};

describe("plain text", () => {
  it.each([
    "It rained, and I was glad.",
    "one line\nand another\n\n\n  an indented one,  with spaces \n\tand a tab",
    "    four spaces\n    and again",
    "¯\\_(ツ)_/¯ snake_case_word a_b_c",
    "#tag #another",
    "\\*not this\\*",
    "2 * 3 * 4 < 5 && 6 > 5",
    "&lt;script&gt; &amp; &nbsp; &#60;",
    "<b>bold</b> <!-- c --> <img src=x onerror=alert(1)> </script>",
    "a line\n--later",
    "[not a link] (nor this)",
    "\u2028alert(1)\u2029",
    "בראשית ברא\nשלום",
  ])("leaves %j as typed", (text) => {
    expect(renderText(text, 2)).toBe(text);
  });

  it("remains a string when it has no markup", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const harmless = text.replace(/[*_`#>~+\-=[\]<()|\d]/g, "");
        expect(renderText(harmless, 2)).toBe(harmless);
      }),
    );
  });

  it("is parsed without any markup when countMarkup returns 0", () => {
    const pieces = [..."a1\n\r\t \\!()-=#\0", "12. ", "\r\n", "    ", "&amp;", "~~~"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        fc.pre(countMarkup(text) === 0);
        expect(isPlainText(markdown().parse(text, {}))).toBe(true);
      }),
    );
  });
});

describe("light Markdown", () => {
  it.each([
    ["*gently* and **strongly**", "<p><em>gently</em> and <strong>strongly</strong></p>"],
    ["thanks for:\n- sun\n- rain", "<p>thanks for:</p><ul><li>sun</li><li>rain</li></ul>"],
    ["1. first\n2. then", "<ol><li>first</li><li>then</li></ol>"],
    ["3. third", '<ol start="3"><li>third</li></ol>'],
    ["> Be still", "<blockquote><p>Be still</p></blockquote>"],
    ["*a*\nb", "<p><em>a</em><br />b</p>"],
    ["a\n\n---\n\nb", "<p>a</p><hr /><p>b</p>"],
    ["a\n---\nb", "<p>a</p><hr /><p>b</p>"],
    ["# \n*a*", "<p>#</p><p><em>a</em></p>"],
    ["\\*a\\* *b*", "<p>*a* <em>b</em></p>"],
    [
      "![a picture](https://example.org/pixel.gif)",
      '<p>!<a href="https://example.org/pixel.gif" rel="noopener noreferrer nofollow">a picture</a></p>',
    ],
    ["`x < y`", "<p><code>x &lt; y</code></p>"],
    ["```\nx\n```", "<pre><code>x</code></pre>"],
    [
      "[a hymn](https://example.org/hymn)",
      '<p><a href="https://example.org/hymn" rel="noopener noreferrer nofollow">a hymn</a></p>',
    ],
    [
      "<mailto:friend@example.org>",
      '<p><a href="mailto:friend@example.org" rel="noopener noreferrer nofollow">mailto:friend@example.org</a></p>',
    ],
    ["**a** <b>c</b> & d", "<p><strong>a</strong> &lt;b&gt;c&lt;/b&gt; &amp; d</p>"],
  ])("renders %j", (text, expected) => expect(html(text)).toBe(expected));

  it("renders headings below the page's own", () => {
    expect(html("# a\n## b", 2)).toBe("<h2>a</h2><h3>b</h3>");
    expect(html("# a\n### b", 5)).toBe("<h5>a</h5><h6>b</h6>");
  });
});

/** Attempts to run scripts, load resources or link to forbidden targets, as Markdown and as HTML. */
const ATTACKS = [
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](java&#115;cript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](\u0001javascript:alert(1))",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](file:///etc/passwd)",
  "[x](//evil.example)",
  "[x](/logout)",
  "[x](\\\\evil.example)",
  '[x](https://a.example "onmouseover=alert(1)")',
  '[x](https://a.example"onmouseover="alert(1))',
  '[x](<https://a.example/" onclick="alert(1)>)',
  "[x](<javascript:alert(1)>)",
  "<javascript:alert(1)>",
  "<https://a.example/'onload='alert(1)>",
  "![x](https://a.example/pixel.gif)",
  "![x](javascript:alert(1))",
  "[![x](https://a.example/p.gif)](https://a.example)",
  "[x]: javascript:alert(1)\n\n[x]",
  "[x][1]\n\n[1]: https://a.example 'onclick=alert(1)'",
  "<script>alert(1)</script>",
  "**</script><script>alert(1)</script>**",
  "*<img src=x onerror=alert(1)>*",
  "> <svg/onload=alert(1)>",
  "- <iframe srcdoc='<script>alert(1)</script>'>",
  "# <a href='javascript:alert(1)'>x</a>",
  "`<script>alert(1)</script>`",
  "```<script>\n<script>alert(1)</script>\n```",
  '```js" onclick="alert(1)\nx\n```',
  "~~~\n</code></pre><script>alert(1)</script>\n~~~",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  '**<noscript><p title="</noscript><img src=x onerror=alert(1)>">**',
  "*a*<!--<img src=x onerror=alert(1)>-->",
  "*a*<style>@import 'javascript:alert(1)'</style>",
  "*a*<form action=javascript:alert(1)><button>x",
  '*a* <a href="https://a.example" onclick=alert(1)>x</a>',
  "*a* &lt;script&gt;alert(1)&lt;/script&gt;",
  "1. <input autofocus onfocus=alert(1)>",
];
const TAG = /<(\/?)([a-z0-9]+)((?:\s[^<>]*)?)>/gi;
const SAFE_TAGS = new Set("p br strong em ul ol li blockquote hr code pre a h2 h3 h4 h5 h6".split(" "));
const SAFE_ATTRIBUTES =
  /^(\s(href="(https?:\/\/|mailto:)[^"]*"|rel="noopener noreferrer nofollow"|start="\d+"))*\s?\/?$/;

function isHarmless(markup: string): boolean {
  const rest = markup.replace(TAG, (all, _end, name: string, attributes: string) =>
    SAFE_TAGS.has(name.toLowerCase()) && SAFE_ATTRIBUTES.test(attributes) ? "" : all,
  );
  return !/[<]/.test(rest);
}

describe("hostile text", () => {
  it.each(ATTACKS)("renders %j as text or harmless HTML", (text) => {
    const result = renderText(text, 2);
    if (typeof result === "object") expect(result.html).toSatisfy(isHarmless);
  });

  it("remains harmless in random combinations", () => {
    const pieces = [...ATTACKS, ...'*_[)\n`<>"& ', "**", "](", "> ", "- ", "```"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const result = renderText(parts.join(""), 3);
        return typeof result === "string" || isHarmless(result.html);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["*a **a".repeat(3_000)],
    ["[".repeat(20_000)],
    ["> ".repeat(10_000)],
    ["- ".repeat(10_000)],
    ["`".repeat(19_999)],
    ["<https://".repeat(2_000)],
    ["[a](".repeat(5_000)],
  ])("renders in linear time: %#", { tags: ["release"] }, (text) => {
    const started = workedMs();
    renderText(text, 2);
    expect(workedMs() - started).toBeLessThan(2_000);
  });
});

it("renders Markdown in the answers of an entry and leaves its questions unchanged", () => {
  const answers = [
    { key: "thanks", question: "I thank God for…", text: "**rain**" },
    { key: "presence", question: "Today…", text: "  " },
  ];
  expect(renderContent({ ...EMPTY_CONTENT, answers, body: "x", tags: ["a"], mood: "calm" }, 2)).toEqual({
    answers: [
      { key: "thanks", question: "I thank God for…", text: { html: "<p><strong>rain</strong></p>\n" } },
      { key: "presence", question: "Today…", text: "  " },
    ],
    body: "x",
    tags: ["a"],
    mood: "calm",
  });
});
