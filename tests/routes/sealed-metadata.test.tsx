import { load } from "cheerio";
import type { Model } from "mongoose";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { ConversationModel, PrayerModel } from "#models/prayers.server";
import { OwnPromptModel } from "#models/prompts.server";
import { Explanation } from "~/routes/member/settings/security-seal/sealing";

/** Fields of most records: the id and the owner. */
const NUMBERS = { _id: /how many|conversations|week/i, userId: /./ };

/**
 * For every field in clear, the words of the page that mention it. An encrypted field is listed too, because its length is
 * visible.
 */
const DISCLOSURES: [about: string, model: Model<never>, words: Record<string, RegExp>][] = [
  [
    "Entries",
    JournalEntryModel as unknown as Model<never>,
    {
      kind: /its kind/,
      slot: /its kind/,
      status: /a draft/,
      forDate: /the day/,
      timezone: /time zone/,
      createdAt: /the times/,
      updatedAt: /the times/,
      changedAt: /the times/,
      version: /how often it was changed/,
      promptSet: /the questions you were asked/,
      promptIds: /the questions you were asked/,
      passageRef: /the passage/,
      dayName: /its name in the Church’s year/,
      favourite: /a favourite/,
      excludeFromInsights: /left out of insights/,
      marks: /share a tag, a mood, an intention/,
      words: /or a word/,
      // `listed`: whether the vocabulary contains the entry's words. `left`: blind-index terms of removed words.
      listed: /or a word/,
      left: /or a word/,
      sealed: /its length/,
      pictures: /how many pictures/,
      draftKey: /a draft/,
      savedBy: /a draft/,
      deletedAt: /in the trash/,
      undone: /whether an import of it was undone/,
    },
  ],
  [
    "People and intentions",
    PrayerModel as unknown as Model<never>,
    {
      state: /whether it is paused/,
      since: /began and finished each/,
      laidOn: /began and finished each/,
      shared: /insights and coaches may read/,
      createdAt: /began and finished each/,
      updatedAt: /when you changed it/,
      version: /when you changed it/,
      words: /share a word/,
      wordsVersion: /share a word/,
      sealed: /length/,
    },
  ],
  [
    "Conversations with coaches",
    CoachThreadModel as unknown as Model<never>,
    {
      coachKey: /the coach/,
      createdAt: /when each message/,
      updatedAt: /when each message/,
      passageRef: /the passage/,
      contextEntryIds: /the entries you chose/,
      fixedUntil: /until when you are shown only where to find help/,
      stoppedMessage: /whether you stopped an answer/,
    },
  ],
  [
    "Conversations with coaches",
    CoachMessageModel as unknown as Model<never>,
    {
      threadId: /Conversations/,
      seq: /when each message was sent/,
      at: /when each message was sent/,
      sealed: /its length/,
    },
  ],
  [
    "Weekly insights",
    InsightModel as unknown as Model<never>,
    {
      weekStart: /the week/,
      timezone: /time zone/,
      status: /how it was made/,
      engine: /how it was made/,
      endpointHost: /how it was made/,
      aiModel: /how it was made/,
      promptVersion: /how it was made/,
      fallback: /how it was made/,
      dropped: /how it was made/,
      entryIds: /the entries each one was made from/,
      sealed: /its length/,
      feedback: /whether you found it true/,
      madeAt: /when and how it was made/,
      claim: /when and how it was made/,
    },
  ],
  [
    "Questions of your own",
    OwnPromptModel as unknown as Model<never>,
    {
      slot: /time of day/,
      active: /in use/,
      sealed: /length/,
      createdAt: /when you wrote them/,
      updatedAt: /when you wrote them/,
    },
  ],
  [
    "What you want to talk about",
    ConversationModel as unknown as Model<never>,
    { _id: /whether you have marked anything/, sealed: /the length/ },
  ],
];

const page = load(
  renderToStaticMarkup(<Explanation retention={{ days: 7, lastDay: "30 November", areGone: false }} />),
);
const saidOf = (about: string) =>
  page("li")
    .toArray()
    .map((line) => page(line).text().replaceAll(/\s+/g, " "))
    .find((line) => line.startsWith(`${about}:`)) ?? "";

it.each(DISCLOSURES)("lists on the sealing page all unencrypted metadata: %s", (about, model, words) => {
  const known: Record<string, RegExp> = { ...NUMBERS, ...words };
  expect(Object.keys(model.schema.paths).toSorted()).toEqual(Object.keys(known).toSorted());
  const line = saidOf(about);
  expect(Object.entries(known).filter(([, pattern]) => !pattern.test(line))).toEqual([]);
});
