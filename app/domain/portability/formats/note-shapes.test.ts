import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import { readUpload } from "#tests/support/read-upload";
import { resolveLinks } from "~/domain/journal/entries/entry-links";

let picture: Buffer;
beforeAll(async () => {
  const teal = sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } });
  picture = await teal.png().toBuffer();
});

/** Reads a note from an archive with pictures, and with `others` of no known kind, at these paths. */
async function readNote(text: string, pictures: string[] = [], others: string[] = []) {
  const zip = makeZip([
    { name: "notes/2024-05-06.md", data: text },
    ...pictures.map((name) => ({ name, data: picture })),
    ...others.map((name) => ({ name, data: "x" })),
  ]);
  const { entries, left, leftOut, refused } = await readUpload("notes.zip", zip);
  const [{ entry } = {}] = entries;
  const { title = "", body = "", tags = [], mood = "", pictures: shown = [] } = entry?.content ?? {};
  return { title, body, tags, mood, shown: shown.map((one) => one.text), left, leftOut, refused };
}

describe("a picture in a note", () => {
  it.each([
    ["![](photo.png)", "notes/photo.png", ""],
    ["![Weir](<my photo.png> 'Title')", "notes/my photo.png", "Weir"],
    ["![](my photo (1).png)", "notes/my photo (1).png", ""],
    ["![](my photo (1).png 'Title')", "notes/my photo (1).png", ""],
    ["![](my%20photo%20%281%29.png)", "notes/my photo (1).png", ""],
    ["![](..\\pics\\_new\\photo.png)", "pics/_new/photo.png", ""],
    ["![](images\\\\photo.png)", "notes/images/photo.png", ""],
    ["![](a\\(1\\).png)", "notes/a(1).png", ""],
    ["![](photo.png?raw=true)", "notes/photo.png", ""],
    ["![[photo.png#center]]", "notes/photo.png", ""],
    ["![[photo.png|300]]", "notes/photo.png", ""],
    ["![[photo.png|300x200|The weir]]", "notes/photo.png", "The weir"],
    ["![[photo.png|The weir|right|50%]]", "notes/photo.png", "The weir"],
    ["<img src=photo.png alt=Weir>", "notes/photo.png", "Weir"],
    ["<IMG width='3' SRC='photo.png' />", "notes/photo.png", ""],
    ["<img src=photo.png/>", "notes/photo.png", ""],
    ['<img src="a&amp;b.png">', "notes/a&b.png", ""],
    ["![](photo.png){ width=50% }", "notes/photo.png", ""],
    ["![](photo.png){.wide #weir}", "notes/photo.png", ""],
    ["![](U\u0308ber.png)", "notes/\u00dcber.png", ""],
    ["![](%C3%9Cber.png)", "notes/U\u0308ber.png", ""],
    ["[![](photo.png)](https://example.com)", "notes/photo.png", ""],
    ["> ![](photo.png)", "notes/photo.png", ""],
  ])("is placed where the text refers to it when the reference is %s", async (reference, path, words) => {
    const note = await readNote(`Before\n\n${reference}\n\nafter`, [path]);
    expect(note).toMatchObject({ body: "Before\n\n[picture 1]\n\nafter", shown: [words], left: {} });
  });

  it.each(["`![](photo.png)`", "```\n![](photo.png)\n```", "~~~\n![](photo.png)\n~~~"])(
    "is not shown when its reference is within code: %s",
    async (code) => {
      const { body, leftOut } = await readNote(code, ["notes/photo.png"]);
      expect(body).toBe(code);
      expect(leftOut).toEqual([{ where: "notes/photo.png", why: "no entry shows it" }]);
    },
  );
});

describe("pictures in a table", () => {
  const paths = ["notes/a.png", "notes/b.png"];
  it.each([
    [
      "| Day | Weir |\n| --- | --- |\n| Mon | ![A](a.png) |\n| Tue | ![[b.png\\|300]] low |\n\nEnd.",
      "| Day | Weir |\n| --- | --- |\n| Mon |  |\n| Tue |  low |\n\n[picture 1]\n\n[picture 2]\n\nEnd.",
    ],
    ["One ![](a.png)\n\na | b ![](b.png)\nc | d", "One\n\n[picture 1]\n\na | b \nc | d\n\n[picture 2]"],
    ["a | ![](a.png)\n\nc | ![](b.png)", "a |\n\n[picture 1]\n\nc |\n\n[picture 2]"],
    ["![[a.png|300]]\nWords ![[b.png|The mill]]", "[picture 1]\n\nWords\n\n[picture 2]"],
  ])("are placed below the table when they are in its rows: %j", async (text, body) => {
    expect(await readNote(text, paths)).toMatchObject({ body, left: {} });
  });

  it("are placed below the table of a web page when its cells are paragraphs", async () => {
    const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join("")}</tr>`;
    const table = `<table><tbody>${row(["Mon", '<img src="a.png">high'])}${row(["Tue", "low"])}</tbody></table>`;
    const zip = makeZip([
      { name: "2024-05-06.html", data: `<html><body><p>Before</p>${table}<p>End.</p></body></html>` },
      { name: "a.png", data: picture },
    ]);
    const { entries } = await readUpload("page.zip", zip);
    expect(entries[0]?.entry.content.body).toBe("Before\n\nMon | high\nTue | low\n\n[picture 1]\n\nEnd.");
  });
});

describe("another file in a note", () => {
  it("is counted by its kind, and leaves no markup, when the text embeds it", async () => {
    const text =
      "One <video controls src='clip.mp4'></video><audio><source src=voice.m4a></audio> two ![[trip.pdf]] ![](gone.mov)";
    const note = await readNote(text, [], ["notes/clip.mp4", "notes/voice.m4a", "notes/trip.pdf"]);
    expect(note.body).toBe("One  two trip.pdf");
    expect(note.left).toEqual({ videos: 2, recordings: 1, files: 1 });
    expect(note.leftOut.map(({ where }) => where)).toEqual(
      expect.arrayContaining(["gone.mov", "notes/clip.mp4", "notes/voice.m4a", "notes/trip.pdf"]),
    );
  });

  it("is reported, but not counted as a picture, when it is missing", async () => {
    const note = await readNote("One ![plan](plan.pdf) two");
    expect(note).toMatchObject({ body: "One plan two", left: {} });
    expect(note.leftOut).toEqual([
      { where: "plan.pdf", why: "notes/2024-05-06.md refers to it, but it is not in this file" },
    ]);
  });
});

describe("front matter of a note", () => {
  it.each([
    ['+++\ndate = 2024-05-06T23:30:00-08:00 # late\ntitle = "A \\"q\\" \\u00e9"\n+++\nWords', 'A "q" é', []],
    [
      "+++\ntags = [\n  \"a b\", # first\n  'c',\n]\n[extra]\ndate = 2024-05-06\n+++\nWords",
      "",
      ["a b", "c"],
    ],
    ["\ufeff---\r\ndate: 2024-05-06\r\ntags: [a]\r\n...\r\nWords", "", ["a"]],
    ['{\n  "date": "2024-05-06",\n  "title": "A } \\"q\\"",\n  "tags": ["a"]\n}\n\nWords', 'A } "q"', ["a"]],
    [';;;\n{ "date": "2024-05-06", "title": "T", "tags": "a b" }\n;;;\nWords', "T", ["a", "b"]],
    [';;;\n"title": "T",\n"categories": ["a", "c d"]\n;;;\nWords', "T", ["a", "c d"]],
    ['---json\n{ "title": "T", "tags": ["a"] }\n---\nWords', "T", ["a"]],
    ['---toml\ntitle = "T"\n---\nWords', "T", []],
    ["---\ntags: a, \"b c\", 'd'\n---\nWords", "", ["a", "b c", "d"]],
    ["---\ntags: #a #b\n---\nWords", "", ["a", "b"]],
    ["---\ntags:\n  - #a\n  - b c\n---\nWords", "", ["a", "b c"]],
    ["---\ntitle: Weir: the end\ntags:\n- a\n- 'b c'\n---\nWords", "Weir: the end", ["a", "b c"]],
    ["---\ntitle: T\n\ttags: a\n---\nWords", "T", ["a"]],
    ["---\ntitle: T\ntags:\n- a\n-b\n---\nWords", "T", ["a", "b"]],
    ['---\ntitle: "One" and two\n# comment\ntags: @a\n---\nWords', '"One" and two', ["@a"]],
    ["---\r\ntitle: T\n---\r\nWords", "T", []],
  ])("is read when it is %j", async (text, title, tags) => {
    expect(await readNote(text)).toMatchObject({ body: "Words", title, tags });
  });

  it.each([
    ["\n\n---\ndate: 2024-05-06\ntags: [a]\n---\nWords", "Words", ["a"]],
    ["\n---\nOne\n---\nTwo", "---\nOne\n---\nTwo", []],
    ["---\nI walked.\nIt rained: hard.\n---\nTwo", "---\nI walked.\nIt rained: hard.\n---\nTwo", []],
  ])("is read, but text between rules is kept, when the note is %j", async (text, body, tags) => {
    expect(await readNote(text)).toMatchObject({ body, tags });
  });

  it("keeps unknown fields as text when it is JSON, and refuses a file that is only JSON", async () => {
    const front = { date: "2024-05-06", gratitude: ["tea", "rain"], mood: "calm" };
    const { body, mood } = await readNote(`${JSON.stringify(front, null, 2)}\nWords`);
    expect([body, mood]).toEqual(["gratitude:\n- tea\n- rain\n\nWords", "calm"]);
    const { refused } = await readNote(JSON.stringify(front));
    expect(refused).toMatchObject([{ where: "notes/2024-05-06.md" }]);
    expect((await readNote(`{ "date": "2024-05-06", }\n\nWords`)).refused).toHaveLength(1);
  });

  it("keeps unknown fields as text when they are mappings or repeated", async () => {
    const front =
      "---\ngratitude: [tea, rain]\nhabits:\n  run: true\n  read: 20\nweight: 71.5\nMood: calm\n---\n";
    const note = await readNote(
      `${front}gratitude:: bread\ngratitude:: light\nI felt [mood:: glad] and [energy:: high].`,
    );
    expect(note.body).toBe(
      "gratitude:\n- tea\n- rain\n- bread\n- light\n\nhabits:\n- run: true\n- read: 20\n\nweight: 71.5\n\nI felt glad and energy: high.",
    );
    expect(note.mood).toBe("calm, glad");
  });
});

it.each([
  ["<details><summary>More</summary>Words</details>", "More\n\nWords"],
  ["a<br>b<br/>c&nbsp;&amp; &hearts; &lt;x&gt;", "a\nb\nc\u00a0& ♥ <x>"],
  ["<u>under</u> <font color='#ff0000'>red</font> <b>bold</b> <i>soft</i>", "under red **bold** *soft*"],
  [
    'See <a href="https://example.com">the <b>weir</b></a>, <a href="#x">here</a>',
    "See [the **weir**](https://example.com), here",
  ],
  [
    "<h2>Weir</h2>\n<p>One</p>\n<p>Two</p>\n<ul><li>a</li><li>b</li></ul>",
    "## Weir\n\nOne\n\nTwo\n\n- a\n- b",
  ],
  [
    "[weir][w], [w] and [x](b.md)\n\n[w]: https://example.com/w",
    "[weir](https://example.com/w), [w](https://example.com/w) and x",
  ],
  [
    "<table><tr><td><p>a</p></td><td><p>b</p><p>c</p></td></tr><tr><td>d</td></tr></table>",
    "a | b c | \nd |",
  ],
  ["`<br>&amp;` <3 <name> <https://example.com>", "`<br>&amp;` <3 <name> <https://example.com>"],
  ["> one<br>two\n\nthree<br>four", "> one\n> two\n\nthree\nfour"],
  [
    'See <iframe src="https://v.example/1?a=1&amp;b" width=3></iframe> now',
    "See https://v.example/1?a=1&b now",
  ],
])("converts the HTML of a note when it is %j", async (text, body) => {
  expect((await readNote(text)).body).toBe(body);
});

it.each([
  [
    "One<br>two\n\n| a | b |\n| --- | --- |\n| 1<br>2 | <ul><li>3</li><li>4</li></ul> |\n\nx<br>y | z",
    "One\ntwo\n\n| a | b |\n| --- | --- |\n| 1 2 | 3 4 |\n\nx\ny | z",
  ],
  ["a | b\n--|--\n1<br/>2 | 3<p>4</p>", "a | b\n--|--\n1 2 | 3 4"],
  ["<table><tr><td>1<br>2<td>3</table>\n\nEnd<br>now", "1 2 | 3\n\nEnd\nnow"],
])("keeps each row of a table in one line when its cells have line breaks: %j", async (text, body) => {
  expect((await readNote(text)).body).toBe(body);
});

it.each([
  ["- #+BEGIN_QUOTE\n  Be still\n  and know\n  #+END_QUOTE\n- Next", "- > Be still\n  > and know\n- Next"],
  ["#+BEGIN_TIP\nDrink.\n#+END_TIP", "Drink."],
  ["- #+BEGIN_SRC js\n  a == b == c\n  #+END_SRC", "- ```\n  a == b == c\n  ```"],
  ["- One\n- #+BEGIN_QUERY\n  {:title x}\n  #+END_QUERY\n- Two", "- One\n- Two"],
  ["^^bright^^ and ==dark== `^^code^^`", "bright and ==dark== `^^code^^`"],
  ["- ```js\n  id:: 1\n  ```\n- collapsed:: true\n- End", "- ```js\n  id:: 1\n  ```\n- End"],
  ["```x``` is code\nid:: 1\nEnd", "```x``` is code\nEnd"],
  ["> [!note] One\n> > [!quote]- Two\n> > three", "> One\n> > Two\n> > three"],
  ["As in [[Weir#^1a2b3c]] and [[Weir#Evening]]", "As in Weir and Weir › Evening"],
  ["- {{query (todo)}}\n- {{renderer :x}} {{query y}}\n- One", "- One"],
  [
    "- id:: 1\n  collapsed:: true\n  One\n  two\n\t- heading:: 2\n\t  Three\n-\n- Four",
    "- One\n  two\n\t- Three\n- Four",
  ],
  ["std::vector\nNamespace::run()\nEnd", "std::vector\nNamespace::run()\nEnd"],
])("removes the markup of blocks and highlights when a note is %j", async (text, body) => {
  expect((await readNote(text)).body).toBe(body);
});

it.each([
  ["- [ ] Call Anna [created:: 2024-05-01]", "2024-05-06"],
  ["created:: 2024-05-01\nWords", "2024-05-06"],
  ["---\ndate: 2024-05-02\n---\ncreated:: 2024-05-01\nWords", "2024-05-02"],
])("dates a note by its front matter, or else by its file name, when the note is %j", async (text, day) => {
  const { entries } = await readUpload("notes.zip", makeZip([{ name: "2024-05-06.md", data: text }]));
  expect(entries.map(({ entry }) => entry.forDate)).toEqual([day]);
});

it("refuses a note when it is a drawing of Obsidian", async () => {
  const { refused } = await readNote(
    "---\nexcalidraw-plugin: parsed\n---\n# Drawing\n```compressed-json\nA\n```",
  );
  expect(refused).toEqual([{ where: "notes/2024-05-06.md", why: "we do not read this kind of file" }]);
});

it("links to the page of a day when a note of Logseq names the page by its title", async () => {
  const zip = makeZip([
    { name: "journals/2024_05_06.md", data: "- See [[May 7th, 2024]] and [[May 9th, 2024]]" },
    { name: "journals/2024_05_07.md", data: "- Fog" },
  ]);
  const { entries } = await readUpload("graph.zip", zip);
  expect(
    resolveLinks(entries[0]?.entry.content.body ?? "", (key) => (key.endsWith("07.md") ? "x" : undefined)),
  ).toBe("- See [May 7th, 2024](/journal/entries/x) and May 9th, 2024");
});

it("reads no place when the latitude and longitude of a note are zeros", async () => {
  const { left } = await readNote("---\nlatitude: 0.00000000\nlongitude: 0.00000000\n---\nWords");
  expect(left).toEqual({});
});

it("replaces macros and block references by their words when a note is from Logseq", async () => {
  const id = "65a1b2c3-0000-4000-8000-000000000000";
  const text = `- By the weir\n  id:: ${id}\n- As said: ((${id})) ((${id.replace("6", "7")}))\n- {{embed ((${id}))}} {{query (todo now)}}{{cloze fog}}\n\`\`\`\n{{query x}}\n\`\`\`\nEnd`;
  expect((await readNote(text)).body).toBe(
    "- By the weir\n- As said: By the weir \n- By the weir fog\n```\n{{query x}}\n```\nEnd",
  );
});

it.each([
  ["#walk #ümlaut #two/three", ["walk", "ümlaut", "two/three"]],
  ["#[[Morning pages]]", ["Morning pages"]],
  ["`#code` and\n\n    ```js\n    #code `x` #code\n    ```\n", []],
  ["~~~\n#code\n~~~", []],
  ["- ```js\n  #code\n  ```\n- #walk", ["walk"]],
  ["```x``` #walk", ["walk"]],
  ['https://a.example/#part www.a.example/b#part [c](d.md#part) (#note) "#quoted"', []],
  ["#1 #2024 #ff0000 #1a2 &#39; \\#no ![](a.png){#no}", []],
  ["#face and #cafe", ["face", "cafe"]],
])("finds the tags of a note when its text is %j", async (text, tags) => {
  expect((await readNote(text)).tags).toEqual(tags);
});
