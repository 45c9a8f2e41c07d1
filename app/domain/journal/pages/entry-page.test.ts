import { describe, expect, it } from "vitest";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import type { Passage } from "~/domain/scripture/passages/passage";
import { closingVerse, farewell } from "./entry-page.server";

const TODAY = "2026-11-27";

function passageOf(...texts: string[]): Passage {
  return {
    reference: "Psalm 1:1–2",
    verses: texts.map((text, at) => ({ chapter: 1, number: at + 1, text })),
    translation: { name: "World English Bible", language: "en", direction: "ltr" },
    lacking: null,
    address: "/bible/psalms/1",
  } as Passage;
}

describe("closingVerse", () => {
  it("chooses the verse that has the kept word, across its lines", () => {
    const passage = passageOf("The LORD is my shepherd;", "He makes me lie down\nin green pastures.");
    expect(closingVerse(passage, " lie down in Green ")?.number).toBe(2);
    expect(closingVerse(passage, "He makes me lie down…")?.number).toBe(2);
  });

  it("chooses the first short verse when the passage has no such word", () => {
    const passage = passageOf("x".repeat(201), "Be still.", "Know.");
    expect(closingVerse(passage, "mercy")?.number).toBe(2);
    expect(closingVerse(passage, "")?.number).toBe(2);
  });

  it("returns undefined when every verse is long, and without a passage", () => {
    expect(closingVerse(passageOf("x".repeat(201)), "x")).toBeUndefined();
    expect(closingVerse(undefined, "")).toBeUndefined();
  });
});

describe("farewell", () => {
  const presence = { key: "presence", question: "", text: "the child" } as const;
  const kept = {
    slot: "morning" as const,
    forDate: TODAY,
    content: { ...EMPTY_CONTENT, answers: [presence] },
  };
  const today = () => TODAY;

  it("promises the evening when the evening shows an answer of the morning", () => {
    expect(farewell(kept, today)).toBe("You will see it again this evening.");
    expect(farewell({ ...kept, content: EMPTY_CONTENT }, today)).toBe("");
  });

  it("says good night only after an evening of today", () => {
    const evening = { ...kept, slot: "evening" as const };
    expect(farewell(evening, today)).toBe("Sleep well.");
    expect(farewell({ ...evening, forDate: "2026-11-26" }, today)).toBe("");
  });

  it("says nothing after a free page", () => {
    expect(farewell({ ...kept, slot: "none" }, today)).toBe("");
  });
});
