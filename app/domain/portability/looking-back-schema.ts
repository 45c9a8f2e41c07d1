import { z } from "zod";
import { GIFT_GROUPS } from "~/content/themes";
import { isDay } from "~/domain/calendar/local-day";
import { COACH_LIMITS, MOST_TURNS } from "~/domain/coaches/thread";
import { ENGINES, FEEDBACK } from "~/domain/insights/insight";
import { COACH_KEYS } from "~/domain/member/tiers";

/** What is kept beside the entries in our own file and imported with them: conversations with coaches, and insights. */

const line = (most: number) =>
  z
    .string()
    .max(most)
    .transform((value) => value.toWellFormed().replaceAll("\0", ""));
const id = z.string().regex(/^[\w-]{1,64}$/);
const day = z.string().refine(isDay);
const moment = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)))
  .transform((value) => new Date(value));
const count = z.number().int().min(0).max(10_000_000);

const MessageSchema = z.object({
  seq: z.number().int().min(0).max(1_000),
  at: moment,
  kind: z.enum(["talk", "care", "gentle"]),
  engine: z.enum(["", "rules", "model"]),
  note: z.enum(["", "away", "stopped", "limit"]),
  text: line(COACH_LIMITS.message * 2).nullable(),
});

export const ThreadSchema = z.object({
  id,
  coachKey: z.enum(COACH_KEYS),
  createdAt: moment,
  updatedAt: moment,
  passageRef: line(80).default(""),
  contextEntryIds: z.array(id).max(40).default([]),
  fixedUntil: moment.nullable().default(null),
  messages: z
    .array(MessageSchema)
    .min(1)
    .max(MOST_TURNS * 4)
    .refine((messages) => new Set(messages.map(({ seq }) => seq)).size === messages.length),
});
export type ThreadInFile = z.output<typeof ThreadSchema>;

const quotations = z.array(z.object({ entryId: id, text: line(2_000) })).max(200);

/** A week that was looked back on. All its words are the writer's own or were shown to them. */
const InsightSchema = z.object({
  weekStart: day,
  engine: z.enum(ENGINES),
  endpointHost: line(200).default(""),
  feedback: z.enum(["", ...FEEDBACK]).default(""),
  madeAt: moment,
  entryIds: z.array(id).max(2_000).default([]),
  content: z.object({
    mornings: count,
    evenings: count,
    others: count,
    passages: z.array(line(80)).max(100),
    kept: quotations,
    gifts: z.array(z.object({ group: z.enum(GIFT_GROUPS), quotations })).max(40),
    threads: z.array(z.object({ name: line(200), note: line(1_000).optional(), quotations })).max(20),
    consolation: quotations,
    desolation: quotations,
    question: line(1_000),
    passage: line(80),
    prayer: line(4_000),
  }),
});
export type InsightInFile = z.output<typeof InsightSchema>;

/** In the file an insight's parts are beside its week; inside they are its content. */
export function insightFromFile(raw: unknown): InsightInFile | undefined {
  const plain = z.record(z.string(), z.unknown()).safeParse(raw).data;
  return plain && InsightSchema.safeParse({ ...plain, content: plain }).data;
}

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
