import { expect, it } from "vitest";
import { closeConversation, MAX_TOPICS, reopenConversation, topicOfEntry, withTopic } from "./topic";

const topics = (...names: string[]) => names.map((name) => topicOfEntry(name, ""));

it("topics a line once, however often it is pressed", () => {
  const twice = withTopic(withTopic(topics("a"), topicOfEntry("b", "word")), topicOfEntry("b", "word"));
  expect(twice.map(({ id }) => id)).toEqual(["a", "b.word"]);
});

it("clears after a conversation, and brings back once what it cleared", () => {
  const after = closeConversation({ topics: topics("a", "b"), before: topics("long ago") });
  expect(after).toEqual({ topics: [], before: topics("a", "b") });
  // A second press clears nothing more.
  expect(closeConversation(after)).toEqual(after);
  const back = reopenConversation({ ...after, topics: topics("b", "c") });
  expect(back).toEqual({ topics: topics("a", "b", "c"), before: [] });
  expect(reopenConversation(back)).toEqual(back);
});

it("brings back no more than there may be", () => {
  const many = Array.from({ length: MAX_TOPICS }, (_, at) => topicOfEntry(`old${at}`, ""));
  expect(reopenConversation({ topics: topics("new"), before: many }).topics).toHaveLength(MAX_TOPICS);
});
