import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { workedMs } from "#tests/support/main-thread";
import { findCrisis, ngramsOf, normalizeText, splitSentences, stripKnownText, unmaskLetters } from "./crisis";

const { "in-need": IN_NEED, "not-in-need": NOT_IN_NEED } = parse(
  readFileSync("tests/fixtures/crisis-sentences.yaml", "utf8"),
) as { "in-need": [level: number, sentence: string][]; "not-in-need": string[] };

describe("crisis signals", () => {
  it.each(IN_NEED)("are found at level %i: %s", (level, sentence) => {
    expect(findCrisis(sentence).level).toBeGreaterThanOrEqual(level);
  });

  it("are found anywhere in a long entry", () => {
    const day = "We had soup. The rain stopped at four, and I thanked God for that.\n".repeat(60);
    for (const [level, sentence] of IN_NEED) {
      expect(findCrisis(`${day}${sentence}\n${day}`).level, sentence).toBeGreaterThanOrEqual(level);
    }
  });

  it("name their subject", () => {
    expect(findCrisis("I want to die.").about).toBe("self");
    expect(findCrisis("He choked me last night.").about).toBe("harmed");
    expect(findCrisis("I am going to kill him.").about).toBe("others");
    expect(findCrisis("My friend wants to die.").about).toBe("someone");
    expect(findCrisis("A good day.").about).toBeNull();
  });

  it("are gentle when negated or long ago", () => {
    expect(findCrisis("I don't want to kill myself.").level).toBe(1);
    expect(findCrisis("Years ago I wanted to kill myself.").level).toBe(1);
    expect(findCrisis("I don't care, I will kill myself.").level).toBe(2);
    expect(findCrisis("Why not just kill myself?").level).toBe(2);
  });
});

describe("laments", () => {
  it.each(NOT_IN_NEED.map((sentence) => [sentence]))("are ignored: %s", (sentence) => {
    expect(findCrisis(sentence)).toEqual({ level: 0, about: null });
  });

  it("are tested as often as crisis signals", () => {
    expect(IN_NEED.length + NOT_IN_NEED.length).toBeGreaterThanOrEqual(160);
    expect(NOT_IN_NEED.length).toBeGreaterThanOrEqual(80);
  });

  it("are ignored when they quote the prayed passage", () => {
    const jonah =
      "Therefore now, Yahweh, take, I beg you, my life from me; for it is better for me to die than to live.";
    expect(findCrisis("take, I beg you, my life from me", { known: [jonah] }).level).toBe(0);
    expect(findCrisis("it is better for me to die", { known: [jonah] }).level).toBe(0);
    expect(findCrisis("It is better for me to die.").level).toBe(1);
    const own = "It is better for me to die than to live. That is what Jonah says. And I want to die too.";
    expect(findCrisis(own, { known: [jonah] }).level).toBe(2);
  });

  it("do not excuse a threat that borrows their words", () => {
    expect(
      findCrisis(
        "I will kill her children with Death, and all the assemblies will know that I am he who searches the minds and hearts. I will give to each one of you according to your deeds.",
      ).level,
    ).toBe(0);
    expect(
      findCrisis("I will kill her children with death, she wrote, and I will kill her children.").level,
    ).toBe(2);
    expect(findCrisis("I will kill her children.").level).toBe(2);
    expect(findCrisis("And I will kill her children.").level).toBe(2);
  });

  it("do not join the words around a removed quotation", () => {
    const known = "and the morning was over the water and";
    expect(
      stripKnownText("I want and the morning was over the water and to die", ngramsOf([known], 4)),
    ).toMatch(/I want|i want\s*\n+\s*to die/);
    expect(findCrisis("I want and the morning was over the water and to die", { known: [known] }).level).toBe(
      0,
    );
  });
});

describe("phrases of the operator", () => {
  it("are urgent signals", () => {
    expect(findCrisis("Going to the blue house tonight.").level).toBe(0);
    expect(findCrisis("Going to the Blue House tonight.", { phrases: ["blue house"] }).level).toBe(2);
  });
});

describe("text normalization", () => {
  it("restores masked letters", () => {
    expect(unmaskLetters(normalizeText("K1ll mys3lf, su!cide, s u i c i d e"))).toBe(
      "kill myself, suicide, suicide",
    );
    expect(unmaskLetters("room 101 at 7.30, 3 times")).toBe("room 101 at 7.30, 3 times");
  });

  it("splits sentences and lines", () => {
    expect(splitSentences("One. Two?\nThree “four.” 五。六").map((sentence) => sentence.trim())).toEqual([
      "One.",
      "Two?",
      "Three “four.”",
      "五。",
      "六",
    ]);
  });

  it("takes linear time", { tags: ["release"] }, () => {
    const began = workedMs();
    findCrisis("i want to be better and no one would notice if i wish that they hope ".repeat(1500));
    findCrisis("he ".repeat(30_000));
    findCrisis("k 1 ".repeat(20_000));
    expect(workedMs() - began).toBeLessThan(3000);
  });
});
