import { expect, it } from "vitest";
import { loadFonts } from "~/platform/pdf/fonts.server";
import { createMeasure } from "~/platform/pdf/write-pdf.server";
import { describeMissingScripts, describeScripts, missingScripts } from "./print-task";

/** "In the beginning", roughly, in printable scripts. */
const PRINTED = ["In the beginning, 7 é ø ň", "Ἐν ἀρχῇ", "В начале", "בראשית", "Ngay từ khởi đầu", "🙂 †"];
const MISSING = {
  Arab: "في البدء",
  Thai: "ในปฐมกาล",
  Deva: "आदि में",
  Hani: "起初",
  Hang: "태초에",
  Ethi: "በመጀመሪያ",
  Geor: "დასაბამიდან",
  Armn: "Սկզբից",
  Mymr: "အစ",
  Zzzz: "ߊ߬",
};

it("finds no missing script in printable text", () => {
  for (const text of PRINTED) expect(missingScripts(text)).toEqual([]);
});

it.each(Object.entries(MISSING))("finds %s missing", (code, text) => {
  expect(missingScripts(`In English, ${text}.`)).toEqual([code]);
});

it("matches the letters of the font files", () => {
  const { fontFor } = createMeasure(loadFonts());
  const has = (text: string) =>
    [...text.normalize("NFC")]
      .filter((sign) => /\p{L}/u.test(sign))
      .every((sign) => fontFor("upright", sign));
  expect(PRINTED.filter((text) => !has(text))).toEqual([]);
  expect(Object.values(MISSING).filter(has)).toEqual([]);
});

it("uses letters that are easy to tell apart where that font has them, and the serif elsewhere", () => {
  const { fontFor } = createMeasure(loadFonts("hyperlegible"));
  for (const style of ["upright", "italic", "bold"] as const) {
    expect(fontFor(style, "I")).toBe(`${style} hyperlegible latin`);
    expect(fontFor(style, "ň")).toBe(`${style} hyperlegible latin-ext`);
    expect(fontFor(style, "ρ")).toBe(`${style} greek`);
  }
});

it("names the missing scripts of several texts once", () => {
  expect(describeMissingScripts(["سلام", "ใน سلام"])).toBe("Arabic and Thai");
  expect(describeMissingScripts(["peace", "שלום"])).toBeUndefined();
});

it("joins the names of scripts, with a fallback for an unknown code", () => {
  expect(describeScripts(["Arab", "Thai"])).toBe("Arabic and Thai");
  expect(describeScripts(["Zzzz"])).toBe("other scripts");
});
