import { t } from "~/i18n/t";

/** A line with what it needs to be understood without its page. `date` is YYYY-MM-DD. */
export type TopicLine = { date: string; from: string; passage: string; text: string };

/**
 * Something to talk about: an entry, or the answer in it that `part` names; or a line as it was when it was marked, of a week
 * that was looked back on (`week` names it, `entry` whose words it has), or from a file.
 */
export type Topic = { id: string } & (
  { entry: string; part: string; line?: undefined } | { line: TopicLine; week?: string; entry?: string }
);

/** `before` is what the last conversation has cleared, until it is brought back or another clears more. */
export type Conversation = { topics: Topic[]; before: Topic[] };

export const EMPTY_CONVERSATION: Conversation = { topics: [], before: [] };

/** More than an hour has room for. */
export const MAX_TOPICS = 40;
/** The longest line that is kept with its topic. */
export const MAX_TOPIC_LINE = 500;

/** What is asked before a conversation. */
export const CONVERSATION_QUESTIONS = [
  t("What moved me?"),
  t("Where did I resist?"),
  t("What do I ask for?"),
] as const;

/** What is talked about, as the buttons and pages call it. */
export const TALK_ABOUT_LABEL = t("To talk about");

/** Topics with one more; pressing twice is pressing once. */
export const withTopic = (topics: readonly Topic[], topic: Topic): Topic[] => [
  ...topics.filter(({ id }) => id !== topic.id),
  topic,
];

/** The topic of an entry or of one of its answers. */
export const topicOfEntry = (entry: string, part: string): Topic => ({
  id: part ? `${entry}.${part}` : entry,
  entry,
  part,
});

/** What has been spoken about is put aside; nothing is lost where there was nothing. */
export const closeConversation = ({ topics, before }: Conversation): Conversation =>
  topics.length > 0 ? { topics: [], before: topics } : { topics, before };

/** What was put aside comes back, before what has been marked since. */
export function reopenConversation({ topics, before }: Conversation): Conversation {
  const since = new Set(topics.map(({ id }) => id));
  return {
    topics: [...before.filter(({ id }) => !since.has(id)), ...topics].slice(0, MAX_TOPICS),
    before: [],
  };
}

/** Where nothing more can be marked. */
export const TOO_MANY_TOPICS = {
  title: t("There is enough to talk about"),
  text: t("{most} things are marked already. Take a mark away, or speak about some of them first.", {
    most: MAX_TOPICS,
  }),
  tone: "info",
} as const;
