import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { isImage } from "~/domain/portability/reading/archive-files";
import { dayInName, momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { attributeOf, htmlTokens, type Tag } from "~/domain/portability/reading/html-tokens.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";

const isEntry = (name: string) => /(?:^|\/)Entries\/[^/]+\.html$/i.test(name);
/** Matches the index of an export and the JSON files about its pictures, which contain no entry. */
const isSidecar = (name: string) => /(?:^|\/)(?:index\.html|Resources\/[^/]+\.json)$/i.test(name);
const MAX_STYLE_CHARACTERS = 20_000;
/** Recognises the page of an entry by its folder, or by its markup if it was sent alone. */
const isPage = ({ name, text = "" }: SourceFile) =>
  isEntry(name) ||
  (/\.html?$/i.test(name) && /class=["']pageContainer["']/.test(text.slice(0, MAX_STYLE_CHARACTERS)));

/** The export of Apple's Journal app: one HTML page for each entry, with its photos in a folder. */
export const appleJournal: ImportFormat = {
  source: "apple",
  endings: ["html", "json"],
  recognise: (file, { names }) =>
    isPage(file) || (isSidecar(file.name) && names.some((name) => isEntry(name))),
  read: (file, context) => (isPage(file) ? [toEntry(file, context)] : []),
};

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
function toEntry(file: SourceFile, context: ReadContext): ForeignResult {
  const { name, text: html = "" } = file;
  const sections: Record<Part, (Tag | string)[]> = { day: [], title: [], prompt: [], assets: [], words: [] };
  const left = { pictures: 0, videos: 0, recordings: 0, places: 0, files: 0 };
  const pictures: string[] = [];
  let mood = "";
  const places: string[] = [];
  /** The kind of asset whose text is being read: the name of a place or of a mood. */
  let reading: "mood" | "place" | undefined;
  /** Whether the current asset is a photo: maps, contacts and covers have images too. */
  let isPhoto = false;
  /** Stack of open elements, each with its section. */
  const open: { name: string; part: Part }[] = [];
  for (const token of htmlTokens(html.toWellFormed().replaceAll("\0", ""))) {
    const part = open.at(-1)?.part ?? "words";
    if (typeof token === "string") {
      sections[part].push(token);
      if (reading === "mood") mood += ` ${token}`;
      else if (reading === "place") places[places.length - 1] += ` ${token}`;
      continue;
    }
    if (token.isEnd) {
      const at = open.findLastIndex((one) => one.name === token.name);
      if (at >= 0) open.length = at;
      sections[part].push(token);
      continue;
    }
    const classes = attributeOf(token, "class");
    if (/\bgridItem\b/.test(classes)) {
      reading = STATE_OF_MIND.test(classes) ? "mood" : PLACES.test(classes) ? "place" : undefined;
      if (reading === "place") places.push("");
      const [media] = MEDIA.find(([, asset]) => asset.test(classes)) ?? [];
      isPhoto = media === "pictures";
      if (media) left[media]++;
      else if (reading === "place") left.places++;
      else if (!reading) left.files++;
    }
    const source = token.name === "img" && part !== "words" ? attributeOf(token, "src") : "";
    if (isImage(source) && isPhoto && part === "assets") {
      pictures.push(source);
      left.pictures = Math.max(0, left.pictures - 1);
    } else if (source) context.dismissPicture(source, name);
    // The footer of a mood lists its causes, not the mood, so reading stops before it.
    if (/\bgridItemOverlayFooter\b/.test(classes)) reading = undefined;
    const inside = part === "words" ? (partOf(classes) ?? part) : part;
    if (inside !== "assets") reading = undefined;
    if (token.name !== "img" || inside === "words") sections[inside].push(token);
    // The stack is bounded; deeper elements belong to the section of their ancestor.
    if (!VOID_ELEMENTS.has(token.name) && open.length < 200) open.push({ name: token.name, part: inside });
  }
  const markdownOf = (part: Part) => htmlToMarkdown(sections[part]);
  const named = dayInName(name, context) ?? parseWrittenMoment(markdownOf("day").text, context);
  const moment = momentOn(named?.forDate ?? "", context);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const { text, media } = markdownOf("words");
  const page = {
    ...moment,
    title: markdownOf("title").text.replace(/^#+ |\*+/g, ""),
    text: [markdownOf("prompt").text, text].filter(Boolean).join("\n\n"),
    mood: mood.replace(/\s+/g, " "),
    details: { place: places },
    pictures,
    left: {
      ...left,
      videos: left.videos + media.videos,
      recordings: left.recordings + media.recordings,
    },
  };
  return toForeignEntry(page, file, context);
}
