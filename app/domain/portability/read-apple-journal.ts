import { instantOf, isDay } from "~/domain/calendar/local-day";
import { PICTURE_LIMITS, type Picture } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { archivedPicture, isImage } from "./archive-files";
import { MAX_STORED_TEXT } from "./file-codecs";
import { foreignEntryDefaults, type ForeignDefaults } from "./foreign-entry";
import { attributeOf, htmlTokens, htmlToMarkdown } from "./html-text";
import type { ForeignResult } from "./read-foreign-json";

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july"],
  ...["august", "september", "october", "november", "december"],
];

/** Parses "Sunday, 3 November 2024" and "Sunday, November 3, 2024". For other languages the file name has the day. */
function dayInHeader(text: string): string {
  const words: string[] = text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const month = MONTHS.findIndex((name) => words.includes(name)) + 1;
  const day = words.find((word) => /^\d{1,2}$/.test(word)) ?? "";
  const year = words.find((word) => /^\d{4}$/.test(word)) ?? "";
  return month > 0 ? `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}` : "";
}

/** Elements without an end tag. */
const VOID_ELEMENTS = new Set(["br", "img", "hr", "meta", "link", "input", "source", "col", "wbr"]);
/** Sections of a page, recognised by class. */
type Part = "day" | "title" | "prompt" | "assets" | "words";

function partOf(classes: string): Part | undefined {
  if (/\bpageHeader\b/.test(classes)) return "day";
  if (/(?:^|\s)title(?:\s|$)/.test(classes)) return "title";
  if (/\breflectionPrompt\b/.test(classes)) return "prompt";
  return /\bassetGrid\b/.test(classes) ? "assets" : undefined;
}

const MEDIA = [
  ["pictures", /\bassetType_(?:photo|livePhoto)\b/],
  ["videos", /\bassetType_video\b/],
  ["recordings", /\bassetType_audio\b/],
] as const;
const PLACES = /\bassetType_(?:genericMap|multiPinMap|visit)\b/;
const STATE_OF_MIND = /\bassetType_stateOfMind\b/;

/** Converts one page of Apple Journal's export. */
export function fromAppleJournal(name: string, html: string, defaults: ForeignDefaults): ForeignResult {
  const sections: Record<Part, string> = { day: "", title: "", prompt: "", assets: "", words: "" };
  const left = { pictures: 0, videos: 0, recordings: 0, places: 0, files: 0 };
  const pictures: Picture[] = [];
  let mood = "";
  let isMood = false;
  /** Stack of open elements, each with its section. */
  const open: { name: string; part: Part }[] = [];
  for (const token of htmlTokens(html.toWellFormed().replaceAll("\0", ""))) {
    const part = open.at(-1)?.part ?? "words";
    if (typeof token === "string") {
      sections[part] += token;
      if (isMood) mood += ` ${token}`;
      continue;
    }
    const markup = `<${token.isEnd ? "/" : ""}${token.name}${token.isEnd ? "" : token.inside.slice(0, 500)}>`;
    if (token.isEnd) {
      const at = open.findLastIndex((one) => one.name === token.name);
      if (at >= 0) open.length = at;
      sections[part] += markup;
      continue;
    }
    const classes = attributeOf(token, "class");
    if (/\bgridItem\b/.test(classes)) {
      isMood = STATE_OF_MIND.test(classes);
      const [media] = MEDIA.find(([, asset]) => asset.test(classes)) ?? [];
      if (media) left[media]++;
      else if (PLACES.test(classes)) left.places++;
      else if (!isMood) left.files++;
    }
    const source = token.name === "img" && part === "assets" ? attributeOf(token, "src") : "";
    if (isImage(source) && pictures.length < PICTURE_LIMITS.each) {
      pictures.push(archivedPicture(source));
      left.pictures = Math.max(0, left.pictures - 1);
    }
    // The footer names the causes of a mood, not the mood.
    if (/\bgridItemOverlayFooter\b/.test(classes)) isMood = false;
    const inside = part === "words" ? (partOf(classes) ?? part) : part;
    if (inside !== "assets") isMood = false;
    sections[inside] += markup;
    // The stack is bounded; deeper elements belong to the section of their ancestor.
    if (!VOID_ELEMENTS.has(token.name) && open.length < 200) open.push({ name: token.name, part: inside });
  }
  const markdownOf = (part: Part) => htmlToMarkdown(sections[part]);
  const forDate = /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? dayInHeader(markdownOf("day").text);
  if (!isDay(forDate)) return { ok: false, why: t("its date cannot be read") };
  const { text, media } = markdownOf("words");
  const body = [markdownOf("prompt").text, text].filter(Boolean).join("\n\n");
  if (body.length > MAX_STORED_TEXT) return { ok: false, why: t("its text is too long") };
  return {
    ok: true,
    left: {
      ...left,
      pictures: left.pictures + media.pictures,
      videos: left.videos + media.videos,
      recordings: left.recordings + media.recordings,
    },
    entry: foreignEntryDefaults({
      forDate,
      timezone: defaults.timezone,
      createdAt: instantOf(forDate, "12:00", defaults.timezone),
      content: {
        ...(pictures.length > 0 && { pictures }),
        title: markdownOf("title")
          .text.replace(/^#+ |\*+/g, "")
          .replace(/\s+/g, " ")
          .trim(),
        body,
        answers: [],
        mood: htmlToMarkdown(mood).text.replace(/\s+/g, " ").trim(),
        tags: [],
      },
    }),
  };
}
