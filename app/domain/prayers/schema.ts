import { z } from "zod";
import { numberInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { asLine, INTENTION_LIMITS } from "./intention";
import { rhythmFields, ticked, withRhythm } from "./rhythm-fields";

/** What `/journal/prayers` takes; each intent with its own fields, and each message beside its field. */
const { name: NAME, line: LINE, carried: CARRIED } = INTENTION_LIMITS;

const EMPTY_NAME = t("Please write who or what you hold in prayer.");
const LONG_NAME = t("Please keep this under {limit} characters.", { limit: NAME });
const LONG_LINE = t("Please keep this under {limit} characters.", { limit: LINE });
export const DAY_IS_OVER = t("This day is over. Please choose today or a later day.");
const EMPTY_LIST = t("Please write at least one name, each on a line of its own.");

const NO_ROOM = t("You already carry {limit} intentions. Please lay one down or delete one first.", {
  limit: numberInWords(CARRIED),
});
export const INTENTION_REFUSALS = {
  too_many: { title: t("There is no room for more"), text: NO_ROOM },
} as const;

const upToLine = z.string().max(LINE, LONG_LINE).optional();
const lineField = upToLine.transform((value) => asLine(value ?? ""));
const cameField = upToLine.transform((value) => value?.trim() ?? "");
const name = z
  .string({ error: EMPTY_NAME })
  .transform(asLine)
  .pipe(z.string().min(1, EMPTY_NAME).max(NAME, LONG_NAME));
const version = z.coerce.number().int().min(1).optional();
const prayerId = z.string({ error: t("Please use one of the buttons on this page.") }).max(64);

/** The names of a pasted list: one a line, each once, without bullets. */
const list = z.string().transform((text, context) => {
  const names = new Set<string>();
  for (const [at, each] of text.split(/\r\n|[\r\n]/).entries()) {
    const line = asLine(each.replace(/^\s*(?:[-*•·–]|\d{1,4}[.)])\s+/, ""));
    if (line.length > NAME) {
      const message = t("Line {line} is too long. Please keep each under {limit} characters.", {
        line: at + 1,
        limit: NAME,
      });
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    if (line) names.add(line);
  }
  if (names.size > CARRIED) context.addIssue({ code: "custom", message: NO_ROOM });
  return [...names];
});

const AddSchema = z
  .object({
    intent: z.literal("add"),
    name: z
      .string()
      .refine((value) => asLine(value).length <= NAME, LONG_NAME)
      .optional(),
    line: lineField,
    list: list.optional(),
    /** The list's form sends this, so that its message appears there. */
    paste: ticked,
    ...rhythmFields,
  })
  .transform((value, context) => {
    const given = asLine(value.name ?? "");
    const names = [...(given ? [given] : []), ...(value.list ?? []).filter((each) => each !== given)];
    if (names.length === 0) {
      const [field, message] = value.paste ? ["list", EMPTY_LIST] : ["name", EMPTY_NAME];
      context.addIssue({ code: "custom", path: [field], message });
    }
    const { name: _name, list: _list, paste: _paste, ...rest } = value;
    return withRhythm({ ...rest, names }, context);
  });

const SaveSchema = z
  .object({
    intent: z.literal("save"),
    prayerId,
    name,
    line: lineField,
    version,
    shared: ticked,
    ...rhythmFields,
  })
  .transform(withRhythm);

const LaySchema = z.object({ intent: z.literal("laydown"), prayerId, version, came: cameField });
const PlainSchema = z.object({ intent: z.enum(["rest", "resume", "delete"]), prayerId });

export const PrayersSchema = z.discriminatedUnion("intent", [AddSchema, SaveSchema, LaySchema, PlainSchema]);
