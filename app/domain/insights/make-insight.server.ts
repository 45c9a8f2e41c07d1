import { createIfMissing } from "#models/db/queries.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { aiAccess, askStructured, readAiAccess, type AskFailure } from "~/domain/ai/model-access.server";
import { pendingDeadline } from "~/domain/calendar/durations";
import { recordUsage } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { featuresOf } from "~/domain/member/plan";
import type { Crisis } from "~/domain/safety/crisis";
import { detectCrisis } from "~/domain/safety/detect-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now, wait } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { MIN_ENTRIES, type InsightContent, type SourceEntry } from "./insight";
import {
  CLAIM_TIMEOUT_MS,
  encryptInsight,
  insightId,
  isInsightPending,
  lastWeekStart,
  readSources,
  type SealedInsight,
} from "./insights.server";
import {
  buildInsightPrompt,
  hasContent,
  ModelAnswerSchema,
  PROMPT_VERSION,
  validateModelAnswer,
} from "./model-answer";
import { ruleBasedInsight, type InsightPeriod } from "./rule-based-insight";
import { lastDayOf } from "./week";

/** A finished insight with its provenance. */
type WrittenInsight = { content: SealedInsight } & Pick<
  InsightRecord,
  "status" | "engine" | "endpointHost" | "aiModel" | "promptVersion" | "fallback" | "dropped"
>;

const RULES_PROVENANCE = {
  engine: "rules",
  endpointHost: "",
  aiModel: "",
  promptVersion: "",
  fallback: "",
  dropped: 0,
} as const;

/** The empty parts of a week with too few entries. */
const NO_PARTS = {
  ...{ gifts: [], threads: [], consolation: [], desolation: [] },
  ...{ question: "", passage: "", prayer: "" },
};

/**
 * Writes the insight of a period by the rules. If the plan includes a model and the member consents, the
 * model's parts replace those of the rules. If the model fails, the rule-based insight stays, with `fallback`
 * as the reason.
 */
async function writeInsight(
  member: Member,
  entries: readonly SourceEntry[],
  period: InsightPeriod,
): Promise<WrittenInsight> {
  const byRules = ruleBasedInsight(entries, period);
  if (entries.length < MIN_ENTRIES)
    return { status: "too_few", content: { ...byRules, ...NO_PARTS }, ...RULES_PROVENANCE };
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
function wouldAskModel(member: Member): boolean {
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

type MakeOptions = {
  /** Replaces an insight that exists or was deleted. */
  again?: boolean;
};

/**
 * Makes the insight of a week unless it exists or another process has claimed it. After an interruption the
 * claim expires.
 * @returns whether this call made it
 */
export async function makeInsight(
  member: Member,
  weekStart: string,
  { again = false }: MakeOptions = {},
): Promise<boolean> {
  const id = insightId(member.id, weekStart);
  const known = await InsightModel.findById(id, { status: 1 }).lean();
  if (known && known.status !== "new" && !again) return false;
  const { entries } = await readSources(member, weekStart, lastDayOf(weekStart));
  // A week without entries gets no record.
  if (entries.length === 0 && !known) return false;
  // The rules are deterministic and cheap, so concurrent processes need no claim: the first insert wins.
  if (!known && !wouldAskModel(member))
    return createIfMissing(InsightModel, await buildRecord(member, weekStart, entries));
  const owner = await claim(member, weekStart, again);
  if (!owner) return false;
  const { _id, ...record } = await buildRecord(member, weekStart, entries);
  const { modifiedCount } = await InsightModel.updateOne({ _id, "claim.owner": owner }, { $set: record });
  return modifiedCount === 1;
}

async function buildRecord(
  member: Member,
  weekStart: string,
  entries: readonly SourceEntry[],
): Promise<InsightRecord> {
  const _id = insightId(member.id, weekStart);
  const { content, ...written } = await writeInsight(member, entries, {
    from: weekStart,
    to: lastDayOf(weekStart),
  });
  log.info("insight.made", { engine: written.engine, status: written.status, fallback: written.fallback });
  const sealed = encryptInsight(member, _id, content);
  await recordUsage(member, [{ sealed }]);
  return {
    _id,
    userId: member.id,
    weekStart,
    timezone: member.timezone || "UTC",
    ...written,
    sealed,
    entryIds: entries.map((entry) => entry.id),
    feedback: "",
    madeAt: now(),
    claim: null,
  };
}

/**
 * Claims a week by compare-and-set.
 * @returns the owner's token, or null if the week is claimed or done
 */
async function claim(member: Member, weekStart: string, again: boolean): Promise<string | null> {
  const id = insightId(member.id, weekStart);
  const at = now();
  const newClaim = { owner: randomToken(9), until: new Date(at.getTime() + CLAIM_TIMEOUT_MS) };
  const newRecord = { _id: id, userId: member.id, weekStart, status: "new" as const, claim: newClaim };
  if (await createIfMissing(InsightModel, newRecord)) return newClaim.owner;
  const isFree = { "claim.until": { $not: pendingDeadline(at, CLAIM_TIMEOUT_MS) } };
  const statusFilter = again ? {} : { status: "new" as const };
  const { modifiedCount } = await InsightModel.updateOne(
    { _id: id, ...statusFilter, ...isFree },
    { $set: { claim: newClaim } },
  );
  return modifiedCount === 1 ? newClaim.owner : null;
}

/** Time that a visit waits for a model before it shows the insight as pending. */
const VISIT_TIMEOUT_MS = 2_500;

const runningWork = new Set<Promise<unknown>>();

/**
 * Resolves when all insights started by visits have settled.
 * @internal Exported for tests.
 */
export async function insightsSettled(): Promise<void> {
  await Promise.allSettled(runningWork);
}

/**
 * Makes an insight during a visit. With a model, a longer run continues in the background; the rules always
 * run to the end, so that a slow machine does not show an empty week.
 * @returns whether it has finished
 */
export async function startInsight(
  member: Member,
  weekStart: string,
  options?: MakeOptions,
): Promise<boolean> {
  const work = makeInsight(member, weekStart, options).finally(() => runningWork.delete(work));
  runningWork.add(work);
  if (!wouldAskModel(member)) return work.then(() => true);
  const answered = new AbortController();
  const timeout = wait(VISIT_TIMEOUT_MS, answered.signal).then(() => "later" as const);
  timeout.catch(() => undefined);
  try {
    const hasFinished = (await Promise.race([work, timeout])) !== "later";
    if (!hasFinished) work.catch((error: unknown) => log.error("insight.not_made", error));
    return hasFinished;
  } finally {
    answered.abort();
  }
}

/**
 * Makes the insight of the last complete week on the first visit after it.
 * @returns false if that week has no entries
 */
export async function makeLastWeekInsight(member: Member): Promise<boolean> {
  const weekStart = lastWeekStart(member);
  const _id = insightId(member.id, weekStart);
  const known = await InsightModel.findById(_id, { status: 1, claim: 1 }).lean();
  if (known && (known.status !== "new" || isInsightPending(known.claim))) return true;
  const hasFinished = await startInsight(member, weekStart);
  return known !== null || !hasFinished || (await InsightModel.exists({ _id })) !== null;
}
