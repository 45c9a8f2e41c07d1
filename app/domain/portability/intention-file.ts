import { z } from "zod";
import { INTENTION_LIMITS, type Intention } from "~/domain/prayers/intention";
import { isYearDay } from "~/domain/prayers/rhythm";
import { PRAYER_STATES } from "~/domain/prayers/state";
import { day, moment, text, type FieldsInFile } from "./file-values";

const weekdays = z.array(z.number().int().min(0).max(6)).min(1).max(7);
const RhythmSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["turn", "daily"]) }),
  z.object({ kind: z.literal("weekdays"), weekdays }),
  z.object({ kind: z.literal("until"), until: day }),
  z.object({ kind: z.literal("yearly"), day: z.string().refine(isYearDay), dayOnly: z.boolean() }),
]);

const { name, line } = INTENTION_LIMITS;
/** An intention as it travels, field by field, in the order of the file (docs/export-format.md). */
export const IntentionSchema = z
  .object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    name: text(name, "the name").refine((value) => value.trim() !== ""),
    line: text(line, "the line").default(""),
    rhythm: RhythmSchema,
    state: z.enum(PRAYER_STATES),
    since: day,
    laidOn: day.nullable().default(null),
    came: text(line, "what came of it").default(""),
    shared: z.boolean().default(false),
    createdAt: moment,
    updatedAt: moment,
    version: z.number().int().min(1).max(1_000_000).default(1),
  } satisfies FieldsInFile<Intention>)
  .refine(({ state, laidOn }) => (state === "past") === (laidOn !== null));
export type IntentionInFile = z.output<typeof IntentionSchema>;
