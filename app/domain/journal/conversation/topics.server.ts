import { ConversationModel, type ConversationRecord } from "#models/conversation.server";
import { CommitCache } from "#models/db/commit-cache.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { reencryption } from "#models/db/reencryption.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import type { Member } from "~/domain/member/member";
import { openPersonal, personalKey, reencryptIfOld } from "~/domain/member/person-keys.server";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import {
  closeConversation,
  MOST_TOPICS,
  NO_CONVERSATION,
  reopenConversation,
  withTopic,
  type Conversation,
  type Topic,
} from "./topic";

const keyOf = (member: Member) => personalKey(member, "conversation");
const associatedDataOf = (id: string) => `conversations|${id}|1`;
const idOf = ({ id }: Member) => String(id);

/** Sealed as it is stored: every page of an entry asks, and it seldom changes. */
const known = new CommitCache<{ record: ConversationRecord | null }>(["conversations"], 200);

/** What a person means to talk about. What does not open is logged, and nothing is marked. */
export async function readConversation(member: Member): Promise<Conversation> {
  const found = await known.get(idOf(member), async () => ({
    record: await ConversationModel.findById(idOf(member)).lean(),
  }));
  return opened(member, found?.record ?? null);
}

function opened(member: Member, record: ConversationRecord | null): Conversation {
  if (!record) return NO_CONVERSATION;
  try {
    const plain = openPersonal(keyOf(member), storedBytes(record.sealed), associatedDataOf(record._id));
    return JSON.parse(plain.toString("utf8")) as Conversation;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("conversation.unreadable", error);
    return NO_CONVERSATION;
  }
}

/** Of two changes at one time the later is made on what the earlier left. Not counted in the quota: it is never large. */
async function change(member: Member, changed: (before: Conversation) => Conversation): Promise<void> {
  const _id = idOf(member);
  for (let again = 0; again < 5; again++) {
    const record = await ConversationModel.findById(_id).lean();
    const next = JSON.stringify(changed(opened(member, record)));
    const sealed = seal(keyOf(member).now, next, associatedDataOf(_id));
    try {
      if (!record) await ConversationModel.create({ _id, userId: member.id, sealed });
      else {
        const seen = { _id, sealed: record.sealed };
        if ((await ConversationModel.updateOne(seen, { $set: { sealed } })).matchedCount === 0) continue;
      }
      return;
    } catch (error) {
      if (!duplicateKeyFields(error)) throw error;
    }
  }
  throw new Error("Too many changes at one time.");
}

export type TopicResult = { ok: true } | { ok: false; code: "too_many" };

/** Notes something to talk about, once. */
export async function addTopic(member: Member, topic: Topic): Promise<TopicResult> {
  let isFull = false;
  await change(member, (before) => {
    const topics = withTopic(before.topics, topic);
    isFull = topics.length > MOST_TOPICS;
    return isFull ? before : { ...before, topics };
  });
  return isFull ? { ok: false, code: "too_many" } : { ok: true };
}

/** Takes a topic away. */
export const removeTopic = (member: Member, id: string): Promise<void> =>
  change(member, ({ topics, before }) => ({ before, topics: topics.filter((topic) => topic.id !== id) }));

/** They have spoken: what was marked is put aside. */
export const clearTopics = (member: Member): Promise<void> => change(member, closeConversation);

/** Brings back what the last conversation has cleared. */
export const restoreTopics = (member: Member): Promise<void> => change(member, reopenConversation);

/** Lines from a file beside those that are there, as many as there is room for. */
export const bringTopics = (member: Member, lines: readonly Topic[]): Promise<void> =>
  change(member, ({ topics, before }) => ({
    before,
    topics: lines.reduce(withTopic, topics).slice(0, MOST_TOPICS),
  }));

/** The record moves to its person's new key. */
export const resealConversation = reencryption(ConversationModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }) => {
    const moved = reencryptIfOld(key, sealed, associatedDataOf(_id));
    return moved && { set: { sealed: moved } };
  };
});
