import { z } from "zod";
import { COACH_LIMITS, MOST_TURNS } from "~/domain/coaches/thread";
import { GIFT_GROUPS } from "~/domain/insights/gift-groups";
import { ENGINES, FEEDBACK, type InsightContent } from "~/domain/insights/insight";
import { COACH_KEYS } from "~/domain/member/tiers";
import { contentApart, day, moment, oneKnown, text, type FieldsInFile } from "./file-values";

/** What is kept beside the entries in our own file and imported with them: conversations with coaches, and insights. */

const line = (most: number) => text(most, "a line");
const id = z.string().regex(/^[\w-]{1,64}$/);
const count = z.number().int().min(0).max(10_000_000);

const MESSAGE_FIELDS = {
  seq: z.number().int().min(0).max(1_000),
  // For those who read the file: here the number says it.
  role: z.enum(["person", "coach"]).optional().catch(undefined),
  at: moment,
  kind: z.enum(["talk", "care", "gentle"]),
  engine: z.enum(["", "rules", "model"]),
  note: z.enum(["", "away", "stopped", "limit", "cut"]),
  text: line(COACH_LIMITS.message * 2).nullable(),
};

/** A conversation, field by field, in the order of the file. That someone was once shown help is not in it. */
export const ThreadSchema = z.object({
  id,
  coachKey: oneKnown(COACH_KEYS),
  createdAt: moment,
  updatedAt: moment,
  passageRef: line(80).default(""),
  contextEntryIds: z.array(id).max(40).default([]),
  fixedUntil: moment.nullable().default(null),
  messages: z
    .array(z.object(MESSAGE_FIELDS))
    .min(1)
    .max(MOST_TURNS * 4)
    .refine((messages) => new Set(messages.map(({ seq }) => seq)).size === messages.length),
});
export type ThreadInFile = z.output<typeof ThreadSchema>;

const quotations = z.array(z.object({ entryId: id, text: line(2_000) })).max(200);

const SAID = {
  mornings: count,
  evenings: count,
  others: count,
  passages: z.array(line(80)).max(100),
  kept: quotations,
  gifts: z.array(z.object({ group: oneKnown(GIFT_GROUPS), quotations })).max(40),
  threads: z.array(z.object({ name: line(200), note: line(1_000).optional(), quotations })).max(20),
  consolation: quotations,
  desolation: quotations,
  question: line(1_000),
  passage: line(80),
  prayer: line(4_000),
} satisfies FieldsInFile<InsightContent>;

/** A week that was looked back on, as it stands in the file. All its words are the writer's own or were shown to them. */
export const InsightFileSchema = z.object({
  weekStart: day,
  engine: z.enum(ENGINES),
  endpointHost: line(200).default(""),
  feedback: z.enum(["", ...FEEDBACK]).default(""),
  madeAt: moment.nullable(),
  entryIds: z.array(id).max(2_000).default([]),
  ...SAID,
});
/** The same with what it says set apart. */
export const InsightSchema = contentApart(InsightFileSchema, SAID);
export type InsightInFile = z.output<typeof InsightSchema>;

/** Every entry that an insight names. */
export function entriesOf({ entryIds, content }: InsightInFile): string[] {
  const quoted = [
    ...content.kept,
    ...content.consolation,
    ...content.desolation,
    ...[...content.gifts, ...content.threads].flatMap((part) => part.quotations),
  ];
  return [...new Set([...entryIds, ...quoted.map(({ entryId }) => entryId)])];
}
