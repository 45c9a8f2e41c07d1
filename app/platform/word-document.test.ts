import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { makeZip } from "#tests/support/make-zip";
import { readWordDocument } from "./word-document.server";

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
  ])("gives up %j, repeated, before the library parses it", async (piece) => {
    const begun = workedMs();
    expect(await read(piece.repeat(20_000))).toBeNull();
    expect(workedMs() - begun).toBeLessThan(1_000);
  });

  it("is null for an archive without a document, and for another file", async () => {
    expect(await readWordDocument(makeZip([{ name: "a.xml", data: "<a/>" }]), () => undefined)).toBeNull();
    expect(await readWordDocument(Buffer.from("PK"), () => undefined)).toBeNull();
  });
});
