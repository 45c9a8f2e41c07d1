import { aiAccess, askStructured, readAiAccess, type AskFailure } from "~/domain/ai/model-access.server";
import type { Member } from "~/domain/member/member";
import { featuresOf } from "~/domain/member/plan";
import type { Crisis } from "~/domain/safety/crisis";
import { detectCrisis } from "~/domain/safety/detect-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { MIN_ENTRIES, type Engine, type InsightContent, type SourceEntry } from "./insight";
import {
  buildInsightPrompt,
  hasContent,
  ModelAnswerSchema,
  PROMPT_VERSION,
  validateModelAnswer,
} from "./model-answer";
import { ruleBasedInsight, type InsightPeriod } from "./rule-based-insight";
import type { SealedInsight } from "./stored-insight.server";

/** A finished insight with its provenance. */
type WrittenInsight = {
  status: "ready" | "too_few";
  content: SealedInsight;
  engine: Engine;
  endpointHost: string;
  aiModel: string;
  promptVersion: string;
  fallback: string;
  dropped: number;
};

const RULES_PROVENANCE = {
  engine: "rules",
  endpointHost: "",
  aiModel: "",
  promptVersion: "",
  fallback: "",
  dropped: 0,
} as const;

/**
 * Writes the insight of a period: by the rules, and with the model's parts over them if the plan includes it
 * and the member consents. If the model fails, the rule-based insight stays, with `fallback` as the reason.
 */
export async function writeInsight(
  member: Member,
  entries: readonly SourceEntry[],
  period: InsightPeriod,
): Promise<WrittenInsight> {
  const byRules = ruleBasedInsight(entries, period);
  if (entries.length < MIN_ENTRIES)
    return { status: "too_few", content: countsOnly(byRules), ...RULES_PROVENANCE };
  const withoutModel = { status: "ready" as const, content: byRules, ...RULES_PROVENANCE };
  if (!wouldAskModel(member)) return withoutModel;
  // Consent may have been withdrawn since the member was loaded.
  if ((await readAiAccess(member.id, "insights")).state !== "given") return withoutModel;
  // A week with an urgent crisis signal is not sent to a model; its page shows a help note instead.
  const help = await detectWeekCrisis(entries);
  if (help) return { ...withoutModel, content: { ...byRules, help } };
  const answer = await askModel(member, entries);
  if (!answer.ok) return { ...withoutModel, fallback: answer.code, promptVersion: PROMPT_VERSION };
  const { accepted, dropped, host, model } = answer;
  return {
    status: "ready",
    content: { ...byRules, ...definedParts(accepted) },
    engine: "model",
    endpointHost: host,
    aiModel: model,
    promptVersion: PROMPT_VERSION,
    fallback: "",
    dropped,
  };
}

/** Whether a model is configured and included in the member's plan, and the member consents. */
export function wouldAskModel(member: Member): boolean {
  if (!featuresOf(member.subscriptionTier).modelInsights) return false;
  return aiAccess(member.aiConsent, "insights").state === "given";
}

type ModelParts =
  | ({ ok: true; host: string; model: string } & ReturnType<typeof validateModelAnswer>)
  | { ok: false; code: AskFailure | "nothing_held" };

async function askModel(member: Member, entries: readonly SourceEntry[]): Promise<ModelParts> {
  const { system, prompt, labels } = buildInsightPrompt(entries);
  const answer = await askStructured(member.id, "insights", {
    schema: ModelAnswerSchema,
    system,
    messages: [{ role: "user", content: prompt }],
    maxOutputTokens: 2_000,
  });
  if (!answer.ok) return answer;
  const validated = validateModelAnswer(answer.value, { labels, reference: shortReference });
  if (!hasContent(validated)) return { ok: false, code: "nothing_held" };
  return { ok: true, ...validated, host: answer.host, model: answer.model };
}

/** Maximum verses of a proposed passage, as in the passages for prayer. */
const MAX_PASSAGE_VERSES = 12;

/** Normalizes a reference; undefined if it names no verse or too many. */
function shortReference(text: string): string | undefined {
  const passage = findPassage(text.replaceAll("–", "-"));
  if (!passage || passage.verses.length > MAX_PASSAGE_VERSES) return undefined;
  return passage.reference.replaceAll("–", "-");
}

/** Subject of the first urgent crisis signal in the week; null without one. */
async function detectWeekCrisis(entries: readonly SourceEntry[]): Promise<Crisis["about"]> {
  for (const { passageRef, texts } of entries) {
    const { level, about } = await detectCrisis(texts.map(({ text }) => text).join("\n"), [passageRef]);
    if (level === 2) return about;
  }
  return null;
}

const definedParts = (parts: ReturnType<typeof validateModelAnswer>["accepted"]) =>
  Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  ) as Partial<InsightContent>;

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
