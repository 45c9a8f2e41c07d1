import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { RED_TEAM } from "#tests/support/model-attack-cases";
import { findReferences, findViolations, isAllowedOutput, splitCompleteSentences } from "./output-policy";
import { VIOLATION_KINDS } from "./policy-rules";

const OWN =
  "I was tired of the noise in the office, and I shouted at Tom. I feel sad. God wants you to leave";
const VERSE = "I am the vine. You are the branches. He who remains in me and I in him bears much fruit";
const plain = (words: string) => words.toLowerCase().replace(/[^a-z ]/g, "");
const sources = {
  ownWords: OWN,
  isScripture: (words: string) => plain(VERSE).includes(plain(words)),
  resolves: (reference: string) => !/^Hezekiah|45:2/.test(reference),
};

describe("output policy", () => {
  it.each(RED_TEAM.map(({ answer, kind }) => [answer, kind] as const))(
    "finds the violation in: %s",
    (answer, kind) => {
      expect(findViolations(answer, sources)).toContain(kind);
    },
  );

  it("is tested with at least sixty answers, some of every kind", () => {
    expect(RED_TEAM.length).toBeGreaterThanOrEqual(60);
    expect(new Set(RED_TEAM.map(({ kind }) => kind))).toEqual(new Set(VIOLATION_KINDS));
  });

  it("finds violations among harmless sentences and with masked letters", () => {
    const around = (middle: string) => `Thank you for writing. ${middle} What do you notice in it?`;
    for (const { answer, kind } of RED_TEAM) {
      if (kind === "quotation" || /^\w+( \w+)?:/.test(answer)) continue;
      expect(findViolations(around(answer), sources), answer).toContain(kind);
      expect(findViolations(answer.replaceAll("s", "s\u200b"), sources), answer).toContain(kind);
    }
    expect(isAllowedOutput("God w4nts you to go. G0d wants y0u to go.", sources)).toBe(false);
  });

  it("accepts a refusal for its own clause only", () => {
    expect(isAllowedOutput("I cannot absolve you; a priest can hear your confession.")).toBe(true);
    expect(isAllowedOutput("I cannot absolve you, but you are forgiven.")).toBe(false);
    expect(isAllowedOutput("I am not a priest, and God has forgiven you.")).toBe(false);
  });
});

describe("allowed answers", () => {
  it.each([
    "You wrote: “tired of the noise in the office.” What did you need just then?",
    "You wrote that you were tired. What did you need just then?",
    "What do you notice God inviting you to?",
    "Where might God be asking you to wait?",
    "In John 15:4 Jesus speaks to his friends at table. Who would you be in that room?",
    "Read John 15:4–5 slowly, twice, aloud if you can. Where do you slow down?",
    "Jesus asks Peter a question three times in John 21. What do you make of that?",
    "Which word holds you?",
    "This is software. It cannot absolve you, and it cannot say what God wants.",
    "A priest or pastor can hear this as software cannot. Whom could you ask?",
    "Who could you talk to about this, this week?",
    "If you take medicine, only your doctor can say what to change. Have you told them how you feel?",
    "You might ask your doctor about the tablets and the tiredness.",
    "What would it mean to stay, and what would it mean to go?",
    "You named two goods: the children's school, and time with your father. Which of them is hard to say aloud?",
    "Churches differ here. Your own church can tell you how it sees this.",
    "Perhaps leave it for tonight. Nothing has to be decided before you sleep.",
    "The psalm begins in the dark and stays there. What does that permit?",
    "Psalm 88 ends without comfort. What is it like to read a prayer like that?",
    "You said that you forgave him. What did that cost?",
    "When did you feel drawn toward love, faith or hope today? When away?",
    "Two minutes are enough. What time of day is kindest to you?",
    "You missed nine days. Nothing was lost; you can begin with one line.",
    "What is one thing you would thank God for, however small?",
    "You could begin with “Lord, here I am.”",
    "Who is speaking in this passage, and to whom?",
    "At 7:30 you are awake anyway. Would that do?",
    "It is good to rest. Which day of the week could be free of this?",
    "What are the options as you see them? List them without weighing.",
    "Let it lie for three days, then read it again. Whom do you trust enough to show it to?",
    "If you are in danger, call the emergency number of your country now.",
    "Your safety comes first. Is there somebody near you whom you could call?",
    "I cannot pray, but you can. How would you begin?",
    "What would you say to a friend who wrote this?",
    "The word you kept was “remain.” Where did it come back today?",
    "Did anything in the day surprise you?",
  ])("have no violation: %s", (answer) => {
    expect(findViolations(answer, sources)).toEqual([]);
  });

  it("may quote the member without the quotation counting as the model's statement", () => {
    expect(isAllowedOutput("You wrote: “I feel sad.” What lies under it?", sources)).toBe(true);
    expect(isAllowedOutput("I feel sad for you.", sources)).toBe(false);
    expect(isAllowedOutput("“God wants you to leave.”", sources)).toBe(false);
  });

  it("quote Scripture from the built-in Bible only", () => {
    expect(isAllowedOutput("John 15:5 says, “You are the branches. He who remains in me”", sources)).toBe(
      true,
    );
    expect(isAllowedOutput("John 15:5 says, “You are my dearest branches of all”", sources)).toBe(false);
    expect(isAllowedOutput("John 15:5 says, “You are the branches. He who remains in me”")).toBe(false);
  });

  it("may pray and speak in the member's voice in drafts only", () => {
    const voice = { ...sources, inMembersVoice: true };
    const prayer =
      "Lord, I am tired of the noise. I pray for Tom. May God bless you, Tom. My faith is small.";
    expect(findViolations(prayer, voice)).toEqual([]);
    expect(isAllowedOutput(prayer, sources)).toBe(false);
    expect(isAllowedOutput("I am a mother and a believer, my dear daughter.", voice)).toBe(true);
    expect(isAllowedOutput("Lord, I thank you. Your sins are forgiven.", voice)).toBe(false);
    expect(isAllowedOutput("I am Jesus, and I wrote this for you.", voice)).toBe(false);
  });
});

describe("streamed texts", () => {
  it("are split into complete sentences", () => {
    expect(splitCompleteSentences("What stays? And wh")).toEqual({ whole: "What stays?", rest: " And wh" });
    expect(splitCompleteSentences("He said “no.” Th")).toEqual({ whole: "He said “no.”", rest: " Th" });
    expect(splitCompleteSentences("It is 7.3")).toEqual({ whole: "", rest: "It is 7.3" });
    expect(splitCompleteSentences("One line\nnext")).toEqual({ whole: "One line\n", rest: "next" });
    expect(splitCompleteSentences("Done.")).toEqual({ whole: "", rest: "Done." });
  });

  it("yield their Scripture references, and no times of day", () => {
    expect(findReferences("Read 1 John 4:7–8 and Song of Songs 2:1, at 7:30, on Monday 8:15.")).toEqual([
      "1 John 4:7–8",
      "Song of Songs 2:1",
    ]);
  });

  it("are checked in linear time", { tags: ["release"] }, () => {
    const long = "God and you and the lord will may ".repeat(3000);
    const began = workedMs();
    findViolations(long, sources);
    expect(workedMs() - began).toBeLessThan(2000);
  });
});
