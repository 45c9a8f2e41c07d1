import { t } from "~/i18n/t";

/** A text to talk about with its context. `date` is YYYY-MM-DD, `from` the name of the entry or the question. */
export type TopicLine = { date: string; from: string; passage: string; text: string };

/**
 * A topic of a conversation. It refers to an entry, or to the answer in it whose key is `part`, or it is a copied `line`. A line
 * comes from an import or from the insight of a `week`; in the latter case `entry` is the quoted entry.
 */
export type Topic = { id: string } & (
  | { entry: string; part: string; line?: undefined }
  | { line: TopicLine; week?: string; entry?: string }
);

/** `before` has the topics that the member cleared last. They stay there until they are restored or other topics are cleared. */
export type Conversation = { topics: Topic[]; before: Topic[] };

export const EMPTY_CONVERSATION: Conversation = { topics: [], before: [] };

export const MAX_TOPICS = 40;
/** The maximum length of a copied line, in characters. */
export const MAX_TOPIC_LINE = 500;

export const CONVERSATION_QUESTIONS = [
  t("What moved me?"),
  t("Where did I resist?"),
  t("What do I ask for?"),
] as const;

export const TALK_ABOUT_LABEL = t("Marked to talk about");

/** Adds a topic at the end; a topic with the same id is replaced. */
export const withTopic = (topics: readonly Topic[], topic: Topic): Topic[] => [
  ...topics.filter(({ id }) => id !== topic.id),
  topic,
];

/** The topic of the answer whose key is `part`, or of the whole entry if `part` is "". */
export const topicOfEntry = (entry: string, part: string): Topic => ({
  id: part ? `${entry}.${part}` : entry,
  entry,
  part,
});

/** Moves all topics to `before`. Without topics, `before` remains unchanged. */
export const closeConversation = ({ topics, before }: Conversation): Conversation =>
  topics.length > 0 ? { topics: [], before: topics } : { topics, before };

/** Restores the cleared topics in front of the topics added since, up to MAX_TOPICS. */
export function reopenConversation({ topics, before }: Conversation): Conversation {
  const since = new Set(topics.map(({ id }) => id));
  return {
    topics: [...before.filter(({ id }) => !since.has(id)), ...topics].slice(0, MAX_TOPICS),
    before: [],
  };
}

export const TOO_MANY_TOPICS = {
  title: t("There is enough to talk about"),
  text: t("You have already marked {most} things. Remove a mark, or talk about some of them first.", {
    most: MAX_TOPICS,
  }),
  tone: "info",
} as const;
