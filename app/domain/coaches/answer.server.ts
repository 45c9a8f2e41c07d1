import { CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import TREES from "~/content/coaches.yaml";
import { askStreaming, readAiAccess } from "~/domain/ai/model-access.server";
import {
  findReferences,
  findViolations,
  isAllowedOutput,
  splitCompleteSentences,
  type QuotedSources,
} from "~/domain/ai/output-policy";
import type { Entry } from "~/domain/journal/entries/entry";
import type { Member } from "~/domain/member/member";
import { featuresOf } from "~/domain/member/plan";
import { splitWords } from "~/domain/safety/crisis";
import { detectCrisis, entryText } from "~/domain/safety/detect-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { translationIds } from "~/domain/scripture/translations/translation-registry.server";
import { log } from "~/platform/log.server";
import {
  buildModelRequest,
  readChosenEntries,
  toContextEntry,
  type ModelMessage,
  type ModelRequest,
} from "./model-request.server";
import { nextTreeQuestion } from "./question-tree";
import { COACH_LIMITS, unansweredMessage, type AnswerNote, type ThreadMessage } from "./thread";
import { PLAIN_TALK, type MessageContent, type Thread } from "./threads.server";

const passageText = (reference: string) =>
  translationIds()
    .flatMap((translation) => findPassage(reference, translation)?.verses ?? [])
    .map(({ text }) => text)
    .join(" ");

/**
 * Sources for checking an answer: the built-in text of the passages that it names or that are being read, and
 * the member's text. Scripture quoted without its reference cannot be found and counts as invented.
 */
function quotedSources(answer: string, passageRefs: readonly string[], ownWords: string): QuotedSources {
  const passages = [...new Set([...passageRefs, ...findReferences(answer)])]
    .filter(Boolean)
    .slice(0, 20)
    .map((reference) => ` ${splitWords(passageText(reference)).join(" ")} `);
  return {
    ownWords,
    isScripture: (words) => passages.some((passage) => passage.includes(` ${words} `)),
    resolves: (reference) => findPassage(reference) !== undefined,
  };
}

const STOP_POLL_MS = 400;

/**
 * Stops the answer being written. Another process may be writing it, so the request is stored on the thread,
 * where that process polls it. Without an unanswered message, nothing happens.
 */
export async function stopAnswer(member: Member, threadId: string): Promise<void> {
  const last = await CoachMessageModel.findOne({ threadId, userId: member.id }).sort({ seq: -1 }).lean();
  if (!last || last.seq % 2 === 0) return;
  await CoachThreadModel.updateOne(
    { _id: threadId, userId: member.id },
    { $set: { stoppedMessage: last._id } },
  );
}

/** Polls for a stop request. @returns the signal of a request, and a function that ends the polling */
function watchForStop(threadId: string, messageId: string): { signal: AbortSignal; end: () => void } {
  const stopped = new AbortController();
  const poll = async () => {
    const thread = await CoachThreadModel.findById(threadId, { stoppedMessage: 1 }).lean();
    if (thread?.stoppedMessage === messageId) stopped.abort();
  };
  const timer = setInterval(() => {
    poll().catch((error: unknown) => log.error("coaches.stop_not_read", error));
  }, STOP_POLL_MS);
  timer.unref();
  return { signal: stopped.signal, end: () => clearInterval(timer) };
}

/**
 * Readable talk messages: a message that triggered the crisis path, and its reply, are neither sent to a
 * model nor counted as an answer.
 */
function talkMessages(messages: readonly ThreadMessage[]): ThreadMessage[] {
  return messages.filter((message, at) => {
    if (message.text === null || message.kind !== "talk") return false;
    const reply = messages[at + 1];
    return message.role === "coach" || !reply || reply.kind === "talk";
  });
}

const memberTexts = (messages: readonly ThreadMessage[]) =>
  talkMessages(messages).flatMap(({ role, text }) => (role === "person" && text ? [text] : []));

export function nextRuleQuestion(thread: Thread): { text: string; offers: readonly string[] } {
  return nextTreeQuestion(TREES[thread.coachKey], memberTexts(thread.messages), thread.id);
}

/** The request for the next answer, and the sources against which that answer is checked. */
export async function previewModelRequest(
  member: Member,
  thread: Thread,
): Promise<{ request: ModelRequest; ownWords: string; passageRefs: string[] }> {
  const chosen = await readChosenEntries(member, thread.contextEntryIds);
  // No model receives an entry with an urgent crisis signal.
  const entries: Entry[] = [];
  for (const entry of chosen) if (!(await isCrisisEntry(entry))) entries.push(entry);
  const talk = talkMessages(thread.messages).map(({ role, text }): ModelMessage => ({
    role: role === "person" ? "user" : "assistant",
    content: text ?? "",
  }));
  return {
    request: buildModelRequest(thread.coachKey, thread.passageRef, entries.map(toContextEntry), talk),
    ownWords: [
      ...memberTexts(thread.messages),
      ...entries.map(({ content }) => (content ? entryText(content) : "")),
    ].join("\n"),
    passageRefs: [thread.passageRef, ...entries.map(({ passageRef }) => passageRef)],
  };
}

/** Whether any of the entries has an urgent crisis signal. */
export async function hasCrisisEntry(entries: readonly Entry[]): Promise<boolean> {
  for (const entry of entries) if (await isCrisisEntry(entry)) return true;
  return false;
}

async function isCrisisEntry({ content, passageRef }: Entry): Promise<boolean> {
  return content !== null && (await detectCrisis(entryText(content), [passageRef])).level === 2;
}

/** Whether the plan includes a model, an endpoint is configured and the member consents at this moment. */
async function mayAskModel(member: Member): Promise<boolean> {
  if (!featuresOf(member.subscriptionTier).modelCoaches) return false;
  return (await readAiAccess(member.id, "coaches")).state === "given";
}

/**
 * Composes the next answer: the model's if it may be called and keeps the output policy, else the next
 * question of the tree. Each sentence goes to `show` after it has passed the policy. If the member stops the
 * answer, the sentences shown so far are the answer.
 */
export async function answerNext(
  member: Member,
  thread: Thread,
  { show }: { show?: (sentences: string) => void } = {},
): Promise<MessageContent> {
  const fallback = (note: AnswerNote): MessageContent => ({
    ...PLAIN_TALK,
    engine: "rules",
    note,
    text: nextRuleQuestion(thread).text,
  });
  if (!(await mayAskModel(member))) return fallback("");
  const { request, ownWords, passageRefs } = await previewModelRequest(member, thread);
  const inMembersVoice = thread.coachKey === "writer";
  const policy = (text: string) => ({ ...quotedSources(text, passageRefs, ownWords), inMembersVoice });
  // Logs the kinds of violation and never the text.
  const rejected = (text: string) => {
    log.warn("coaches.stopped", { kinds: findViolations(text, policy(text)).join(" ") });
    return fallback("stopped");
  };
  const violation = new AbortController();
  const stop = watchForStop(thread.id, unansweredMessage(thread.messages)?.id ?? "");
  let shown = "";
  let pending = "";
  const answer = await askStreaming(member.id, "coaches", {
    ...request,
    maxCharacters: COACH_LIMITS.answer,
    signal: AbortSignal.any([violation.signal, stop.signal]),
    onText: (part) => {
      if (violation.signal.aborted || stop.signal.aborted) return;
      const { whole, rest } = splitCompleteSentences(pending + part);
      pending = rest;
      if (!whole) return;
      // New sentences are checked together with the earlier ones, because a violation can span two sentences.
      if (!isAllowedOutput(shown + whole, policy(shown + whole))) return violation.abort();
      shown += whole;
      show?.(whole);
    },
  }).finally(stop.end);
  if (violation.signal.aborted) return rejected(shown + pending);
  if (!answer.ok && stop.signal.aborted)
    return shown.trim()
      ? { ...PLAIN_TALK, engine: "model", note: "cut", text: shown.trim() }
      : fallback("cut");
  if (!answer.ok)
    return fallback(answer.code === "daily_limit" ? "limit" : answer.code === "no_consent" ? "" : "away");
  const text = answer.value.trim();
  if (!isAllowedOutput(text, policy(text))) return rejected(text);
  if (pending) show?.(pending);
  return { ...PLAIN_TALK, engine: "model", text };
}
