import { z } from "zod";
import { SEASONS } from "~/domain/calendar/church-year";
import { GIFT_GROUPS } from "~/domain/insights/insight";
import { CATEGORIES } from "~/domain/journal/prompts/prompt-categories";
import { COACH_KEYS } from "~/domain/member/plan";
import { parseBegins } from "~/domain/ways/way-file";

/**
 * The schemas of the content files. scripts/content-plugin.mjs applies them when a file becomes a module, so neither the
 * server nor the browser loads them. content.d.ts gives each module the type of its schema's output.
 */
const text = z.string().trim().min(1);
const texts = z.array(text).min(1);
const optionalText = z.string().trim().default("");
/** In a folded block scalar an empty line becomes one line break. */
const paragraphs = text.transform((block) => block.split(/\n+/));
const references = text.transform((list) => list.split(";").map((item) => item.trim().replace(/\s+/g, " ")));
const wholeWeeks = texts.refine(({ length }) => length % 7 === 0, "Expected seven questions a week");
const monthDay = z.string().regex(/^\d\d-\d\d$/, "Expected a month and a day such as 12-25");

const CoachQuestion = z.strictObject({
  id: z.string().regex(/^~?[a-zA-Z]+$/),
  quotesBack: z.literal(true).optional(),
  ask: texts,
  offers: texts.optional(),
  // The words of `when` become part of a regular expression, so they may contain no special characters.
  branches: z
    .array(z.strictObject({ when: z.array(z.string().regex(/^[a-z' ]+$/)), to: z.string() }))
    .optional(),
});
const CoachTree = z.strictObject({
  questions: z.array(CoachQuestion),
  sheet: z.strictObject({ title: text, headings: z.record(z.string(), text), end: text }).optional(),
  after: texts,
});

const DemoDay = z.strictObject({
  morning: z.tuple([text, text]).optional(),
  evening: z.tuple([text, text, text]).optional(),
  page: z.strictObject({ title: text, body: text, tags: texts }).optional(),
  favourite: z.boolean().optional(),
});

const FaqAnswer = z.strictObject({
  id: z.string(),
  question: text,
  paragraphs,
  more: z.strictObject({ to: z.string().startsWith("/"), label: text }).optional(),
});
const FaqGroup = z.strictObject({
  title: text,
  site: z.enum(["plans", "open"]).optional(),
  answers: z.array(FaqAnswer),
});

const FeastNames = z.strictObject({
  withWeekday: z.record(z.string(), text),
  names: z.record(z.string(), text),
});

const SundayRule = z.strictObject({ sunday: monthDay, plus: z.int().optional() });
const SimpleRule = z.union([
  z.strictObject({ on: monthDay }),
  z.strictObject({ easter: z.int() }),
  z.strictObject({ advent: z.int() }),
  SundayRule,
]);
const DateRule = z.union([SimpleRule, SundayRule.extend({ until: monthDay, else: SimpleRule })]);
const FeastDay = z.strictObject({
  feast: z.string(),
  on: z.union([monthDay, DateRule]),
  rank: z.enum([
    "principal",
    "holy_day",
    "solemnity",
    "feast_of_the_lord",
    "feast",
    "memorial",
    "sunday",
    "weekday",
  ]),
  colour: z.enum(["white", "red", "green", "violet", "rose", "black", "none"]),
  onSunday: DateRule.optional(),
  moves: z.literal(true).optional(),
  instead: z.strictObject({ from: DateRule, until: DateRule, to: DateRule }).optional(),
});
const feastDays = z.array(FeastDay);

const GuideStep = z.strictObject({
  title: text,
  paragraphs,
  movements: z.array(z.strictObject({ name: text, meaning: text })).optional(),
  onOpenSite: z.strictObject({ title: text, paragraphs }).optional(),
});
const Guide = z.strictObject({
  name: text,
  buttons: z.strictObject({ skip: text, previous: text, next: text, finish: text }),
  steps: z.array(GuideStep),
});

const BOOKS = [
  "Mark",
  "John",
  "Psalm",
  "Philippians",
  "Ruth",
  "Jonah",
  "Luke",
  "Acts",
  "Ephesians",
  "Colossians",
  "1 Thessalonians",
  "James",
  "1 Peter",
  "1 John",
] as const;
/** Expands "1: 1-8 9-13; 2: 1-12" to references of a book. */
const referencesOf = (book: string, chapters: string): string[] =>
  chapters.split(";").flatMap((chapter) => {
    const [number = "", verses = ""] = chapter.split(":");
    return verses
      .trim()
      .split(/\s+/)
      .map((part) => `${book} ${number.trim()}:${part}`);
  });
const books = z
  .record(z.enum(BOOKS), text)
  .transform(
    (chapters) =>
      Object.fromEntries(BOOKS.map((book) => [book, referencesOf(book, chapters[book])])) as Record<
        (typeof BOOKS)[number],
        string[]
      >,
  );

const Prompt = z.strictObject({
  text,
  slot: z.enum(["morning", "evening", "any"]).default("any"),
  depth: z.literal([1, 2, 3]).default(1),
  season: z.enum(SEASONS).optional(),
});

const ExamenTurn = z.strictObject({
  gifts: text,
  consolation: text,
  desolation: text,
  mercy: text,
  invitation: text,
  tomorrow: text,
});
const ExamenPack = z.strictObject({ name: text, light: text, turns: z.tuple([ExamenTurn], ExamenTurn) });

const ForAnyWeek = z.strictObject({ questions: texts, passages: references, prayer: text });
const Theme = ForAnyWeek.extend({
  key: z.string(),
  name: text,
  group: z.enum(GIFT_GROUPS),
  words: text.transform((list) => list.split(/,\s*/)),
});

const Way = z.strictObject({
  name: text,
  about: text.optional(),
  by: optionalText,
  language: text,
  licence: optionalText,
  begins: z.string().transform((words, context) => {
    const begins = parseBegins(words);
    if (!begins) context.addIssue("Expected a beginning as docs/ways.md describes it");
    return begins ?? z.NEVER;
  }),
  sundays: z.enum(["in", "apart"]).default("in"),
  days: z.array(
    z.strictObject({
      title: text,
      passage: text,
      point: text,
      questions: texts,
      closing: text,
      writer: optionalText,
    }),
  ),
});

const SCHEMAS = {
  "best-day.yaml": DemoDay.required({ morning: true, evening: true }),
  "coaches.yaml": z.record(z.enum(COACH_KEYS), CoachTree),
  "demonstration.yaml": z.strictObject({ held: texts, days: z.array(DemoDay) }),
  "faq.yaml": z.array(FaqGroup),
  "feast-days.yaml": z.strictObject({
    everywhere: feastDays,
    apostles: feastDays,
    ecumenical: feastDays,
    roman: feastDays,
    anglican: feastDays,
    lutheran: feastDays,
  }),
  "feast-names.yaml": z.strictObject({
    common: FeastNames,
    ecumenical: FeastNames,
    roman: FeastNames,
    anglican: FeastNames,
    lutheran: FeastNames,
  }),
  "guides.yaml": z.strictObject({ tour: Guide, formation: Guide }),
  "passages.yaml": z.strictObject({
    seasons: z.record(z.enum(SEASONS), references),
    feasts: z.record(z.string(), text),
    books,
    verses: references,
  }),
  "prompts.yaml": z.record(z.enum(CATEGORIES), z.array(Prompt)),
  "questions/daily-habit.yaml": z.record(
    z.enum(SEASONS),
    z.strictObject({ morning: wholeWeeks, evening: wholeWeeks }),
  ),
  "questions/examen.yaml": z.strictObject({
    classical: ExamenPack,
    work: ExamenPack,
    relationships: ExamenPack,
    body: ExamenPack,
    hidden: ExamenPack,
    hard: ExamenPack,
    children: ExamenPack,
    illness: ExamenPack,
    grief: ExamenPack,
    lent: ExamenPack,
    advent: ExamenPack,
    sunday: ExamenPack,
    decision: ExamenPack,
    person: ExamenPack,
    silence: ExamenPack,
    confession: ExamenPack,
  }),
  "questions/lectio.yaml": z.strictObject({
    presence: texts,
    reading: texts,
    word: texts,
    meditatio: texts,
    oratio: texts,
    contemplatio: texts,
    stays: texts,
    carry: texts,
  }),
  "themes.yaml": z.strictObject({
    themes: z.array(Theme),
    anyWeek: ForAnyWeek,
    commonWords: text.transform((list) => list.split(/\s+/)),
  }),
} satisfies Record<string, z.ZodType>;

/**
 * The schema of a file by its path below app/content. A file without an entry in SCHEMAS is a way in ways/, and a list in
 * questions/.
 */
const schemaOf = (file: string): z.ZodType | undefined => {
  const schema = Object.entries(SCHEMAS).find(([name]) => name === file)?.[1];
  return schema ?? (file.startsWith("ways/") ? Way : file.startsWith("questions/") ? texts : undefined);
};

/** Parses the data of a content file. @throws if the file has no schema, or with the path of each invalid value */
export function parseContent(data: unknown, file: string): unknown {
  const schema = schemaOf(file);
  if (!schema) throw new Error(`app/content/${file} has no schema in app/content/schemas.ts.`);
  const result = schema.safeParse(data);
  if (!result.success) throw new Error(`app/content/${file}:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** The values of the content files by their paths below app/content. */
export type Content = { [File in keyof typeof SCHEMAS]: z.output<(typeof SCHEMAS)[File]> };
export type CoachTree = z.output<typeof CoachTree>;
export type DemoDay = z.output<typeof DemoDay>;
export type FaqAnswer = z.output<typeof FaqAnswer>;
export type FeastDay = z.output<typeof FeastDay>;
export type FeastNames = z.output<typeof FeastNames>;
export type Guide = z.output<typeof Guide>;
export type InsightTheme = z.output<typeof Theme>;
export type ExamenTurn = z.output<typeof ExamenTurn>;
