import { Secret, TOTP } from "otpauth";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { makeZip } from "#tests/support/make-zip";
import { childrenOf, childText, xmlRecords } from "./markup.server";
import { BufferedCounter } from "./metrics.server";
import { matchTotp, newTotpSecret, otpauthUri } from "./totp.server";
import { readWordDocument } from "./word-document.server";

it("keeps a count that could not be flushed, those after it, and those added during the flush", async () => {
  const counts = new BufferedCounter<"a" | "b" | "c">();
  counts.increment("a", 2);
  counts.increment("b");
  counts.increment("c");
  const written: [string, number][] = [];
  const full = counts.flush((key, count) => {
    if (key === "b") {
      counts.increment("b");
      return Promise.reject(new Error("The disk is full."));
    }
    written.push([key, count]);
    return Promise.resolve();
  });
  await expect(full).rejects.toThrow("full");
  expect(written).toEqual([["a", 2]]);
  expect([...counts.drain()].sort()).toEqual([
    ["b", 2],
    ["c", 1],
  ]);
});

it("leaves counts added during a flush for the next one", async () => {
  const counts = new BufferedCounter<"requests" | "errors">();
  counts.increment("requests", 3);
  counts.increment("errors");
  const written: [string, number][] = [];
  await counts.flush((key, count) => {
    written.push([key, count]);
    if (written.length > 10) return Promise.reject(new Error("It goes on."));
    counts.increment("requests");
    counts.increment("errors");
    return Promise.resolve();
  });
  expect(written).toEqual([
    ["requests", 3],
    ["errors", 2],
  ]);
  expect([...counts.drain()].sort()).toEqual([
    ["errors", 1],
    ["requests", 2],
  ]);
});

// "12345678901234567890" of RFC 6238, appendix B, in base32.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = new Date(1_700_000_000_000);
const STEP = Math.floor(at.getTime() / 30_000);
const codeOf = (step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: step * 30_000 });

describe("one-time codes", () => {
  // The RFC lists codes of eight digits; the last six digits are the six-digit code.
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("match RFC 6238 at second %i", (second, code) => {
    const step = Math.floor(second / 30);
    expect(matchTotp(SECRET, code.slice(2), new Date(second * 1000), 0)).toBe(step);
  });

  it("are accepted one step early or late", () => {
    for (const offset of [-1, 0, 1])
      expect(matchTotp(SECRET, codeOf(STEP + offset), at, 0)).toBe(STEP + offset);
    for (const offset of [-2, 2]) expect(matchTotp(SECRET, codeOf(STEP + offset), at, 0)).toBeNull();
  });

  it("are rejected at or before the last accepted step", () => {
    expect(matchTotp(SECRET, codeOf(STEP), at, STEP)).toBeNull();
    expect(matchTotp(SECRET, codeOf(STEP - 1), at, STEP)).toBeNull();
    expect(matchTotp(SECRET, codeOf(STEP + 1), at, STEP)).toBe(STEP + 1);
  });

  it("are accepted when a fast clock recorded a last step in the future", () => {
    expect(matchTotp(SECRET, codeOf(STEP), at, STEP + 5_760)).toBe(STEP);
    expect(matchTotp(SECRET, codeOf(STEP), at, STEP + 1)).toBeNull();
  });

  it("have six digits and may contain spaces", () => {
    const code = codeOf(STEP);
    expect(matchTotp(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, at, 0)).toBe(STEP);
    const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    for (const wrong of ["", "000", `${code}0`, wide, "12345é", "🕊🕊🕊"])
      expect(matchTotp(SECRET, wrong, at, 0)).toBeNull();
  });

  it("have secrets of 160 bits", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it("have an otpauth URI with every parameter", () => {
    const uri = new URL(otpauthUri(SECRET, "a+b@example.test"));
    expect(decodeURIComponent(uri.pathname)).toContain("Still and Know:a+b@example.test");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Still and Know",
      secret: SECRET,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

/** Loads the module again, because it reads the settings when it is loaded. */
async function subjectWith(settings: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  return (await import("./push.server")).vapidSubject();
}

const MAIL_FROM = "Still and Know <journal@example.org>";

it.each([
  [{ PUBLIC_ORIGIN: "https://journal.example.org", MAIL_FROM }, "https://journal.example.org"],
  [{ PUBLIC_ORIGIN: "https://journal.local", MAIL_FROM }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "https://192.168.1.20", MAIL_FROM }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "https://home.tail1234.ts.net", MAIL_FROM }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "", MAIL_FROM: "journal@example.org" }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "", MAIL_FROM: "", MAIL_CONTACT: "ann@example.org" }, "mailto:ann@example.org"],
  [{ PUBLIC_ORIGIN: "", MAIL_FROM: "", MAIL_CONTACT: "" }, "mailto:no-reply@localhost"],
])("names a reachable contact for %j", async (settings, subject) => {
  expect(await subjectWith(settings)).toBe(subject);
});

const recordsOf = (xml: string) => [...xmlRecords(xml, "r")];

describe("xmlRecords", () => {
  it("yields each record with its fields and the attributes of its parent", () => {
    const xml = `<data><table name="a"><r><x>1</x><x>2</x></r></table><table name="b"><r>3</r></table></data>`;
    const [first, second] = recordsOf(xml);
    expect(first?.parent).toEqual({ name: "a" });
    expect(first && childrenOf(first, "x").map(({ text }) => text)).toEqual(["1", "2"]);
    expect([second?.parent, second?.text]).toEqual([{ name: "b" }, "3"]);
  });

  it("joins text, references and CDATA, also across chunks", () => {
    const long = "é".repeat(70_000);
    const [record] = recordsOf(`<d><r><x>a &amp; &#8212; <![CDATA[<b>${long}</b> & c]]></x></r></d>`);
    expect(record && childText(record, "x")).toBe(`a & — <b>${long}</b> & c`);
  });

  it("expands no entity that the file declares", () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const [record] = recordsOf(`<?xml version="1.0"?>${laughs}<d><r>&b;&c;</r></d>`);
    expect(record?.text).toBe("&b;&c;");
  });

  it("keeps the text of elements that are nested too deeply", () => {
    const [record] = recordsOf(`<r>${"<x>".repeat(3_000)}deep${"</x>".repeat(3_000)}<y>after</y></r>`);
    expect(record && childText(record, "y")).toBe("after");
    expect(JSON.stringify(record)).toContain("deep");
  });

  it("yields a record whose end is missing in the file", () => {
    expect(recordsOf("<d><r><x>half").map((record) => childText(record, "x"))).toEqual(["half"]);
  });
});

const SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const document = (body: string) =>
  `<?xml version="1.0"?>\n<w:document ${SPACE}><w:body>${body}</w:body></w:document>`;
const read = (xml: string) =>
  readWordDocument(makeZip([{ name: "word/document.xml", data: xml }]), () => undefined);

describe("readWordDocument", () => {
  it("converts headings, lists of text and emphasis", async () => {
    const run = (text: string, format = "") => `<w:r><w:rPr>${format}</w:rPr><w:t>${text}</w:t></w:r>`;
    expect(await read(document(`<w:p>${run("Fog &amp; ")}${run("rain", "<w:i/>")}</w:p>`))).toEqual({
      html: "<p>Fog &amp; <em>rain</em></p>",
      created: undefined,
    });
  });

  it.each([
    "<",
    "<a>",
    "<a/>",
    "<!--",
    "<?a?>",
    '<a b="',
    "<![CDATA[",
    "</a>",
    "<!DOCTYPE a [<!ENTITY b 'c'>",
  ])("rejects %j, repeated, before the library parses it", { tags: ["release"] }, async (piece) => {
    const begun = workedMs();
    expect(await read(piece.repeat(20_000))).toBeNull();
    expect(workedMs() - begun).toBeLessThan(1_000);
  });

  it("is null for an archive without a document, and for another file", async () => {
    expect(await readWordDocument(makeZip([{ name: "a.xml", data: "<a/>" }]), () => undefined)).toBeNull();
    expect(await readWordDocument(Buffer.from("PK"), () => undefined)).toBeNull();
  });
});
