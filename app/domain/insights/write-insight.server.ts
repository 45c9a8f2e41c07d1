import { aiAccess, askStructured, readAiAccess, type AskFailure } from "~/domain/ai/model-access.server";
import type { Member } from "~/domain/member/member";
import { featuresOf } from "~/domain/member/plan";
import type { Crisis } from "~/domain/safety/crisis";
import { detectCrisis } from "~/domain/safety/detect-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { MIN_ENTRIES, type Engine, type InsightContent, type SourceEntry } from "./insight";
import {
  hasContent,
  ModelAnswerSchema,
  PROMPT_VERSION,
  promptFor,
  validateModelAnswer,
} from "./model-answer";
import { ruleBasedInsight, type InsightPeriod } from "./rule-based-insight";
import type { SealedInsight } from "./stored-insight.server";

/** A finished insight, and how it was made. */
export type WrittenInsight = {
  status: "ready" | "too_few";
  content: SealedInsight;
  engine: Engine;
  endpointHost: string;
  aiModel: string;
  promptVersion: string;
  fallback: string;
  dropped: number;
};

const BY_RULES = {
  engine: "rules",
  endpointHost: "",
  aiModel: "",
  promptVersion: "",
  fallback: "",
  dropped: 0,
} as const;

/**
 * Writes the insight of a period: by the rules, and by the operator's model on top of them where the plan
 * holds it and the person has agreed. Whatever goes wrong there, the rules have already done their work.
 */
export async function writeInsight(
  member: Member,
  entries: readonly SourceEntry[],
  period: InsightPeriod,
): Promise<WrittenInsight> {
  const byRules = ruleBasedInsight(entries, period);
  if (entries.length < MIN_ENTRIES) return { status: "too_few", content: countsOnly(byRules), ...BY_RULES };
  const rules = { status: "ready" as const, content: byRules, ...BY_RULES };
  if (!wouldAskModel(member)) return rules;
  // Read again: the person may have changed their consent since the page or the job read it.
  if ((await readAiAccess(member.id, "insights")).state !== "given") return rules;
  // When someone is in need, their week is not sent anywhere; the page says where help is.
  const help = await needOf(entries);
  if (help) return { ...rules, content: { ...byRules, help } };
  const answer = await askModel(member, entries);
  if (!answer.ok) return { ...rules, fallback: answer.code, promptVersion: PROMPT_VERSION };
  const { held, dropped, host, model } = answer;
  return {
    status: "ready",
    content: { ...byRules, ...withoutGaps(held) },
    engine: "model",
    endpointHost: host,
    aiModel: model,
    promptVersion: PROMPT_VERSION,
    fallback: "",
    dropped,
  };
}

/** Whether a model has a part in this person's insights: there is one, the plan holds it, and they have agreed. */
export function wouldAskModel(member: Member): boolean {
  if (!featuresOf(member.subscriptionTier).modelInsights) return false;
  return aiAccess(member.aiConsent, "insights").state === "given";
}

type Asked =
  | ({ ok: true; host: string; model: string } & ReturnType<typeof validateModelAnswer>)
  | { ok: false; code: AskFailure | "nothing_held" };

async function askModel(member: Member, entries: readonly SourceEntry[]): Promise<Asked> {
  const { system, prompt, labels } = promptFor(entries);
  const answer = await askStructured(member.id, "insights", {
    schema: ModelAnswerSchema,
    system,
    messages: [{ role: "user", content: prompt }],
    maxOutputTokens: 2_000,
  });
  if (!answer.ok) return answer;
  const checked = validateModelAnswer(answer.value, { labels, reference: shortReference });
  if (!hasContent(checked)) return { ok: false, code: "nothing_held" };
  return { ok: true, ...checked, host: answer.host, model: answer.model };
}

/** A proposed passage is no longer than one for praying. */
const MAX_PASSAGE_VERSES = 12;

/** A reference as our Bible knows it; undefined if it names nothing, or too much. */
function shortReference(text: string): string | undefined {
  const passage = findPassage(text.replaceAll("–", "-"));
  if (!passage || passage.verses.length > MAX_PASSAGE_VERSES) return undefined;
  return passage.reference.replaceAll("–", "-");
}

/** Who the most urgent sign of the week is about, where there is one. */
async function needOf(entries: readonly SourceEntry[]): Promise<Crisis["about"]> {
  for (const { passageRef, texts } of entries) {
    const { level, about } = await detectCrisis(texts.map(({ text }) => text).join("\n"), [passageRef]);
    if (level === 2) return about;
  }
  return null;
}

const withoutGaps = (held: ReturnType<typeof validateModelAnswer>["held"]) =>
  Object.fromEntries(
    Object.entries(held).filter(([, value]) => value !== undefined),
  ) as Partial<InsightContent>;

/** A week with too few entries gets only its counts. */
function countsOnly({ mornings, evenings, others, passages, kept }: InsightContent): SealedInsight {
  const empty = {
    gifts: [],
    threads: [],
    consolation: [],
    desolation: [],
    question: "",
    passage: "",
    prayer: "",
  };
  return { mornings, evenings, others, passages, kept, ...empty };
}
