import type { Season } from "~/domain/calendar/church-year";
import type { AnswerOfSet, KindOfSet, PlanOfSet, PromptSetKey } from "~/domain/member/prayer-settings";
import type { Slot } from "~/domain/member/prayer-times";
import type { Features } from "~/domain/member/tiers";
import type { Flow, FlowChoice, FlowPerson, SetKind } from "./flow";

/** One question of a set, as a part of a morning or an evening of one's own. */
export type SetPart = {
  /** What it is called where it is chosen. */
  name: string;
  /** The heading of an answer that has lost its question; by default its key. */
  heading?: string;
  /** Whether its words change daily: then a draft remembers which were asked. */
  changes: boolean;
  /** The most characters, if it is a single line by nature. */
  limit?: number;
};

/** What an entry of a kind is called. */
export type KindNames = {
  /** In the choice of kinds. */
  name: string;
  /** Above an entry without a title, if that name differs. */
  entry?: (slot: Slot) => string;
};

/** What a set makes a reflection from. */
export type PromptContext = FlowChoice & {
  person: FlowPerson;
  /** The local day that it is for. */
  date: string;
  /** Ordinary time for those who do not follow the Church's year. */
  season: Season;
  /** The slot's passage by the person's way through Scripture, looked up only when needed. */
  passage: () => string;
};

/** A prompt set: everything that the product says and does because there is one. */
export type PromptSet = {
  key: PromptSetKey;
  /** Its one name, used everywhere. */
  name: string;
  /** The sentence below its name in a choice. */
  text: string;
  /** The message to someone whose plan does not hold it; null if every plan does. */
  notInPlan: string | null;
  /** Its line in the table of plans, and what it says in words of a plan that holds it. */
  inTable: { name: string; cell?: (held: Features) => string };
  /** The parts of its reflections, in order. */
  parts: Partial<Record<AnswerOfSet<PromptSetKey>, SetPart>>;
  kinds: Partial<Record<SetKind, KindNames>>;
  morning: (asked: PromptContext) => Flow;
  evening: (asked: PromptContext) => Flow;
  /** "Begin evening Examen": what the dashboard's button says, where that is not a plain reflection. */
  begins?: { morning?: string; evening?: string };
  /** Whether its mornings read along with the person's way through Scripture. */
  readsAlong: boolean;
  /** Whether its question is drawn from the library and from the person's own. */
  drawsPrompt: boolean;
  /** What the name of one of its questions means (`promptIds`), for the figures; undefined for a name of another set. */
  questionNamed: (id: string) => string | undefined;
};

type NotInPlan<Plan> = Plan extends "free" ? null : string;

/** A set with nothing missing of what `member/prayer-settings.ts` names: each answer is a part, each kind has its name. */
export type PromptSetOf<Key extends PromptSetKey> = Omit<PromptSet, "parts" | "kinds"> & {
  key: Key;
  notInPlan: NotInPlan<PlanOfSet<Key>>;
  parts: Record<AnswerOfSet<Key>, SetPart>;
  kinds: Record<KindOfSet<Key>, KindNames>;
};
