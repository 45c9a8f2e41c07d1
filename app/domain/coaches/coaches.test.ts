import { describe, expect, it } from "vitest";
import TREES from "~/content/coaches.yaml";
import { findViolations } from "~/domain/ai/output-policy";
import { COACH_KEYS, hasCoach } from "~/domain/member/plan";
import { buildModelRequest, describeModelRequest } from "./model-request.server";
import {
  composeDraft,
  DRAFT_MARK,
  locateInTree,
  matchesBranch,
  nextTreeQuestion,
  phraseToEcho,
  summarySheet,
} from "./question-tree";
import { COACHES, findCoach, requiredPlan, SOFTWARE_LINE } from "./roster";
import {
  CLOSING_TEXT,
  GENTLE_ANSWER,
  MAX_TURNS,
  reminderIndexes,
  SOFTWARE_REMINDER,
  threadState,
  unansweredMessage,
} from "./thread";
import { messagesOnPage, parseBefore } from "./thread-page.server";

describe("coaches", () => {
  it("have a name and a plan", () => {
    expect(COACHES.map(({ key, name }) => [key, name, requiredPlan("free", key)])).toEqual([
      ["rhythm", "The Rhythm Keeper", null],
      ["listener", "The Listener", "Growth Plan"],
      ["reader", "The Reader", "Growth Plan"],
      ["examen", "The Examen Companion", "Formation Plan"],
      ["discern", "The Discernment Companion", "Formation Plan"],
      ["writer", "The Scribe", "Formation Plan"],
    ]);
    expect(COACHES.filter(({ key }) => requiredPlan("tier1", key)).map(({ key }) => key)).toEqual([
      "examen",
      "discern",
      "writer",
    ]);
    expect(COACHES.map(({ key }) => requiredPlan("tier2", key))).toEqual(COACHES.map(() => null));
    expect(findCoach("oracle")).toBeUndefined();
    expect(hasCoach("free", "writer")).toBe(false);
  });

  it("state that they are software", () => {
    expect(SOFTWARE_LINE).toBe(
      "This is software. It is not a person, priest, pastor, therapist or the voice of God.",
    );
  });
});

describe.each(COACH_KEYS)("question tree of %s", (key) => {
  const tree = TREES[key];
  const all = [...tree.questions.flatMap(({ ask }) => ask), ...tree.after];

  it("contains only questions that keep the output policy", () => {
    for (const text of [...all, CLOSING_TEXT, GENTLE_ANSWER, SOFTWARE_REMINDER])
      expect(findViolations(text), text).toEqual([]);
    const open = tree.questions
      .flatMap(({ ask }) => ask)
      .filter((text) => !/[?]/.test(text) && key !== "writer");
    // A few questions are imperatives: "Name every way that you could go".
    expect(open.length).toBeLessThanOrEqual(5);
    expect(all.every((text) => !text.includes("!"))).toBe(true);
  });

  it("yields a deterministic question for every turn, whatever the answers", () => {
    for (const answer of [
      "I lost it weeks ago.",
      "Nothing, I cannot find such a moment.",
      "",
      "ok",
      "x".repeat(4000),
    ]) {
      const said: string[] = [];
      let sheets = 0;
      for (let turn = 0; turn <= MAX_TURNS; turn++) {
        const next = nextTreeQuestion(tree, said, "thread-1");
        expect(next.text.trim()).not.toBe("");
        expect(nextTreeQuestion(tree, said, "thread-1")).toEqual(next);
        if (locateInTree(tree, said).at === "sheet") sheets += 1;
        said.push(answer);
      }
      expect(sheets).toBe(1);
    }
  });

  it("branches only forwards, to questions that an offer reaches", () => {
    for (const [at, { branches = [], offers = [] }] of tree.questions.entries()) {
      for (const { to } of branches) {
        expect(tree.questions.findIndex(({ id }) => id === to)).toBeGreaterThan(at);
        expect(offers.some((offer) => branches.some((branch) => matchesBranch(branch, offer)))).toBe(true);
      }
    }
    const ids = tree.questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(tree.questions.every(({ ask }) => ask.length >= 1)).toBe(true);
  });

  it("mentions other people in its texts", () => {
    const text = [...all, summarySheet(tree, {})].join(" ");
    expect(text).toMatch(/\b(?:[Ww]ho|[Ww]hom|whoever|somebody|someone|person|friend)\b/);
  });
});

describe("question trees", () => {
  it("take a side path only when an answer asks for it", () => {
    const at = (said: string[]) => {
      const place = locateInTree(TREES.rhythm, said);
      return place.at === "question" ? place.node.id : place.at;
    };
    expect(at(["A few minutes in the morning"])).toBe("when");
    expect(at(["I had a habit and lost it"])).toBe("~gap");
    expect(at(["I had a habit and lost it", "A new child."])).toBe("when");
  });

  it("summarize the member's answers verbatim", () => {
    const answers = ["Pray", "On waking", "The chair", "One line", "Sunday", "One line", "Tom"];
    const { text } = nextTreeQuestion(TREES.rhythm, ["Morning prayer", ...answers.slice(1)], "t");
    expect(text).toContain("What you want to keep up\nMorning prayer");
    expect(text).toContain("Free of it\nSunday");
    expect(text).not.toContain("undefined");
  });

  it("echo a short sentence of the member and never a long one", () => {
    expect(phraseToEcho("It rained. I was tired of the noise. So it went on and on.")).toBe(
      "I was tired of the noise",
    );
    expect(phraseToEcho("“Yes.”")).toBe("");
    expect(phraseToEcho("word ".repeat(200))).toBe("");
    expect(nextTreeQuestion(TREES.listener, ["I was tired of the noise."], "t").text).toMatch(
      /^You wrote: “I was tired of the noise\.”\n\n/,
    );
  });
});

describe("the Listener", () => {
  it("never says “it”, which would name a person that the member has just quoted", () => {
    const { questions, sheet } = TREES.listener;
    const asked = questions.flatMap(({ ask }) => ask);
    const said = [...asked, ...Object.values(sheet?.headings ?? {})];
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((text) => /\b(it|its|itself)\b/i.test(text))).toEqual([]);
  });
});

describe("the Scribe", () => {
  it("composes a prayer of the member's sentences", () => {
    const text = nextTreeQuestion(
      TREES.writer,
      ["God", "the day was long", "thank you for Tom", "Leave it out", "Let me sleep", "Stay with us"],
      "t",
    ).text;
    expect(text).toBe(
      `${DRAFT_MARK}\n\nLord,\n\nThe day was long.\n\nThank you for Tom.\n\nLet me sleep.\n\nStay with us.\n\nAmen.`,
    );
  });

  it("begins a letter with the name", () => {
    expect(composeDraft({ who: "For Anna.", happened: "I think of you!" })).toBe(
      "Dear Anna,\n\nI think of you!",
    );
  });
});

describe("coach threads", () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, 0) + hours * 3_600_000);
  const said = (...hours: number[]) => hours.map((hour) => ({ at: at(hour) }));

  it("show a reminder at the start and every three hours", () => {
    expect(reminderIndexes(said(0, 1, 2), at(2))).toEqual([0]);
    expect(reminderIndexes(said(0, 2, 3, 4, 6.5), at(6.5))).toEqual([0, 2, 4]);
    expect(reminderIndexes(said(0, 1), at(3))).toEqual([0, 2]);
    expect(reminderIndexes([], at(3))).toEqual([0]);
  });

  it("close after twenty messages of the member", () => {
    const turns = (count: number) => Array.from({ length: count }, () => ({ role: "person" as const }));
    expect(threadState(turns(MAX_TURNS - 1))).toBe("open");
    expect(threadState(turns(MAX_TURNS))).toBe("closed");
    expect(unansweredMessage([{ role: "coach" }])).toBeUndefined();
    expect(unansweredMessage([{ role: "coach" }, { role: "person" }])).toEqual({ role: "person" });
  });
});

describe("model requests", () => {
  const entry = { id: "1", day: "Friday", name: "Examen", text: "I was tired." };

  it("contain instructions, chosen entries and messages, as previewed", () => {
    const sent = buildModelRequest(
      "reader",
      "John 15:4-5",
      [entry],
      [{ role: "user", content: "Why the vine?" }],
    );
    expect(sent.system).toContain("The passage: John 15:4-5.");
    expect(sent.messages).toHaveLength(2);
    expect(sent.messages[0]?.content).toContain("[Friday, Examen]\nI was tired.");
    expect(describeModelRequest(sent).map(({ text }) => text)).toEqual([
      sent.system,
      ...sent.messages.map(({ content }) => content),
    ]);
    expect(buildModelRequest("listener", "", [], []).messages).toEqual([]);
  });

  it("contain the rules for every coach", () => {
    for (const key of COACH_KEYS) {
      const { system } = buildModelRequest(key, "", [], []);
      for (const rule of [
        "no absolution",
        "never say what God says",
        "never quote Scripture",
        "You are software",
      ])
        expect(system).toContain(rule);
    }
  });
});

describe("pages of a long thread", () => {
  const messages = Array.from({ length: 80 }, (_, seq) => ({ seq, text: "&".repeat(8_000) }));

  it("show the newest messages that fit, and all of a short thread", () => {
    const ordinary = messages.slice(0, 41).map(({ seq }) => ({ seq, text: "A few words. ".repeat(40) }));
    expect(messagesOnPage(ordinary, undefined, [])).toEqual(ordinary);
    const newest = messagesOnPage(messages, undefined, []);
    expect(newest).toEqual(messages.slice(-9));
    expect(messagesOnPage(messages, newest[0]?.seq, []).at(-1)).toBe(messages[70]);
  });

  it("leave space for the preview, and show at least one message", () => {
    const sent = [{ text: "&".repeat(30_000) }];
    expect(messagesOnPage(messages, undefined, sent)).toHaveLength(5);
    expect(messagesOnPage(messages, undefined, [...sent, ...sent, ...sent])).toEqual(messages.slice(-1));
  });

  it("show the latest page when the cursor is missing or invalid", () => {
    for (const asked of [null, "", "-1", "x", "1e3"]) expect(parseBefore(asked)).toBeUndefined();
    expect(messagesOnPage(messages, 0, [])).toEqual(messages.slice(-9));
  });

  it("limit the model request to the newest messages", () => {
    const talk = messages.map(({ seq, text }) => ({ role: "user" as const, content: `${seq}${text}` }));
    expect(buildModelRequest("listener", "", [], talk).messages).toEqual(talk.slice(-3));
    expect(buildModelRequest("listener", "", [], talk.slice(0, 2)).messages).toEqual(talk.slice(0, 2));
    const one = { role: "user" as const, content: "a".repeat(50_000) };
    expect(buildModelRequest("listener", "", [], [...talk, one]).messages).toEqual([one]);
  });
});
