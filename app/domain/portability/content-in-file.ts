import { z } from "zod";
import { LIMITS, type EntryContent } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS, PICTURE_TEXT } from "~/domain/journal/pictures/picture";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/flow-shape";
import { WAY_ID } from "~/domain/ways/way";
import { t } from "~/i18n/t";
import { LONGEST_TEXT, oneKnown, text, whole, type FieldsInFile } from "./file-values";

/** What a person wrote, field by field, in the order of the file. */
export const CONTENT_FIELDS = {
  title: text(LIMITS.title * 5, t("the title")).default(""),
  answers: z
    .array(
      z.object({
        key: oneKnown<string>(ANSWER_KEYS, "an answer belongs to no question that we know"),
        question: text(2_000, t("a question")).default(""),
        text: text(LONGEST_TEXT, t("an answer")).default(""),
        tone: text(40, t("a tone")).optional(),
      }),
      t("the answers are not a list"),
    )
    .max(40, t("there are more than 40 answers"))
    .refine(
      (answers) => new Set(answers.map(({ key }) => key)).size === answers.length,
      t("one question is answered twice"),
    )
    .default([]),
  body: text(LONGEST_TEXT, t("the text")).default(""),
  tags: z
    .array(text(LIMITS.tag, t("a tag")), t("the tags are not a list"))
    .max(LIMITS.tags, t("there are more than {tags} tags", { tags: LIMITS.tags }))
    .default([]),
  mood: text(LIMITS.mood, t("the mood")).default(""),
  prayer: z
    .string()
    .regex(/^[\w-]{1,64}$/, t("the id of its intention is not one of ours"))
    .optional(),
  pictures: z
    .array(
      z.object({
        id: z.string().regex(/^[\w-]{22}$/, t("a picture has no id of ours")),
        width: whole.default(1),
        height: whole.default(1),
        text: text(PICTURE_TEXT, t("what is said of a picture")).default(""),
      }),
      t("the pictures are not a list"),
    )
    .max(PICTURE_LIMITS.each, t("there are more than six pictures"))
    .optional(),
  way: z
    .object({
      id: z.string().regex(WAY_ID),
      name: text(80, t("the name of its way")),
      day: z.number().int().min(1).max(100),
      title: text(80, t("the title of its day")),
    })
    .optional()
    .catch(undefined),
} satisfies FieldsInFile<EntryContent>;
