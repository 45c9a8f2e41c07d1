import { expect, it } from "vitest";
import { closeConversation, MAX_TOPICS, reopenConversation, topicOfEntry, withTopic } from "./topic";

const topics = (...names: string[]) => names.map((name) => topicOfEntry(name, ""));

it("adds a topic once when it is added twice", () => {
  const twice = withTopic(withTopic(topics("a"), topicOfEntry("b", "word")), topicOfEntry("b", "word"));
  expect(twice.map(({ id }) => id)).toEqual(["a", "b.word"]);
});

it("clears topics after a conversation and restores them once", () => {
  const after = closeConversation({ topics: topics("a", "b"), before: topics("long ago") });
  expect(after).toEqual({ topics: [], before: topics("a", "b") });
  // Closing again keeps `before`, so that the topics can still be restored.
  expect(closeConversation(after)).toEqual(after);
  const back = reopenConversation({ ...after, topics: topics("b", "c") });
  expect(back).toEqual({ topics: topics("a", "b", "c"), before: [] });
  expect(reopenConversation(back)).toEqual(back);
});

it("drops topics beyond MAX_TOPICS when it restores them", () => {
  const many = Array.from({ length: MAX_TOPICS }, (_, at) => topicOfEntry(`old${at}`, ""));
  expect(reopenConversation({ topics: topics("new"), before: many }).topics).toHaveLength(MAX_TOPICS);
});
