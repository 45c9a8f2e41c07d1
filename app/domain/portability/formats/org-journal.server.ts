import { isDayWord, monthNumber } from "~/domain/portability/reading/day-words";
import { dayInName, momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import type { ImportFormat } from "./format";
import { orgToMarkdown, parseOrg, plainHeading, type OrgHeading } from "./org-text";

const DAY_NAME = /(?:^|\/)(?:\D*)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?:[^/\d][^/]*)?$/;

/**
 * Emacs' org-journal: a file for each day, or for longer (https://github.com/bastibe/org-journal); also a tree of days
 * (lisp/org/org-datetree.el of Emacs), and headings with time stamps, as org-capture writes both.
 */
export const orgJournal: ImportFormat = {
  source: "org-journal",
  endings: ["org", ""],
  recognise: ({ name, text }) =>
    text !== undefined && (/\.org$/i.test(name) || (/(?:^|\/)\d{8}$/.test(name) && /^\*+ /m.test(text))),
  *read(file, context) {
    const root = parseOrg(file.text ?? "");
    const day = dayOfName(file.name) ?? stampIn(root.fileDate)?.day ?? dayInName(root.fileTitle)?.forDate;
    for (const entry of entriesOf(root, day)) yield toEntry(entry, file, context);
  },
};

function dayOfName(path: string): string | undefined {
  const [, year, month, day] = DAY_NAME.exec(path.replace(/\.org$/i, "")) ?? [];
  return year && `${year}-${month}-${day}`;
}

type OrgEntry = { heading: OrgHeading; day?: string | undefined; time?: string | undefined };

/** An active or inactive time stamp: <2024-05-06 Mon 21:30>. */
const STAMP =
  /[<[](\d{4}-\d{2}-\d{2})(?: \p{L}{1,12}\.?)?(?: (\d{1,2}:\d{2}))?(?:-\d{1,2}:\d{2})?(?: [.+\d][^\]>\n]{0,20})?[>\]]/u;
/** org-datetree can note the day once more below its heading. */
const STAMP_LINE = /^\s*[<[]\d{4}-\d{2}-\d{2}[^\]>\n]{0,40}[>\]][ \t]*(?:\n|$)/;
/** A node of a tree of days has the day before its weekday. */
const TREE_DAY = /^(\d{4}-\d{2}-\d{2})(?: \p{L}{1,15})?$/u;

function stampIn(text: string): { whole: string; day: string; time?: string | undefined } | undefined {
  const [whole, day, time] = STAMP.exec(text) ?? /^(\d{4}-\d{2}-\d{2})$/.exec(text.trim()) ?? [];
  return whole && day ? { whole, day, time: time?.padStart(5, "0") } : undefined;
}

/**
 * The entries of a file. The headings below a day are its entries, and text of the day itself is one more. Days are the only
 * heading of a file with a day in its name, headings with a date of creation, and nodes of a tree of days.
 */
function entriesOf(root: OrgHeading, fileDay: string | undefined): OrgEntry[] {
  const isOnly = root.children.length === 1 && fileDay !== undefined;
  const entriesIn = (heading: OrgHeading, isDay: boolean): OrgEntry[] => {
    const day = createdOn(heading) ?? TREE_DAY.exec(heading.title)?.[1] ?? (isDay ? fileDay : undefined);
    if (day)
      return [
        ...ownText(
          { ...heading, title: titleOfDay(heading), body: heading.body.replace(STAMP_LINE, "") },
          day,
        ),
        ...heading.children.map((child) => ({ heading: child, day })),
      ];
    if (!hasTreeDay(heading)) return [fileDay ? { heading, day: fileDay } : stamped(heading)];
    return [...ownText(heading, undefined), ...heading.children.flatMap((child) => entriesIn(child, false))];
  };
  const title = dayInName(root.fileTitle)?.title ?? root.fileTitle;
  return [
    ...ownText({ ...root, title }, fileDay),
    ...root.children.flatMap((heading) => entriesIn(heading, isOnly && isDayTitle(heading.title))),
  ];
}

/** "Monday", "Monday, 05/06/24", "6. Mai 2024" */
const isDayTitle = (title: string): boolean =>
  !splitTime(title).time &&
  (title.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => isDayWord(word) || monthNumber(word));

/** A heading that is more than the day is a title. */
const titleOfDay = ({ title }: OrgHeading): string =>
  TREE_DAY.test(title) || isDayTitle(title) ? "" : title;

const hasTreeDay = (heading: OrgHeading): boolean =>
  heading.children.some((child) => TREE_DAY.test(child.title) || hasTreeDay(child));

/** An entry whose day is in its heading, in its property CREATED, or in the line below. */
function stamped(heading: OrgHeading): OrgEntry {
  const inTitle = stampIn(heading.title);
  if (inTitle)
    return { heading: { ...heading, title: heading.title.replace(inTitle.whole, "").trim() }, ...inTitle };
  const created = stampIn(heading.created);
  if (created) return { heading, ...created };
  const [line = "", stamp = ""] =
    /^(?:\s*:PROPERTIES:\n(?:[ \t]*:[^\n]*\n){1,50})?\s*(?:Entered on )?([<[][^\]>\n]{10,60}[>\]])[ \t]*\n/.exec(
      heading.body,
    ) ?? [];
  const below = stampIn(stamp);
  return below ? { heading: { ...heading, body: heading.body.slice(line.length) }, ...below } : { heading };
}

/** The text of a heading without those below, if it has any. */
function ownText(heading: OrgHeading, day: string | undefined): OrgEntry[] {
  const own = { ...heading, children: [] };
  return orgToMarkdown(own).text ? [{ heading: own, day }] : [];
}

/** The day in the property CREATED of org-journal: 20240506. */
function createdOn({ created }: OrgHeading): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(created) ?? [];
  return year && `${year}-${month}-${day}`;
}

function splitTime(heading: string): { time: string; title: string } {
  const [whole = "", hour = "", minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s+|$)/.exec(heading) ?? [];
  return { time: whole && `${hour.padStart(2, "0")}:${minute}`, title: heading.slice(whole.length) };
}

function toEntry(
  { heading, day, ...stamp }: OrgEntry,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const { time, title } = splitTime(heading.title);
  const where = title ? `${file.name}, ${title}` : undefined;
  if (/^\s*-----BEGIN PGP MESSAGE-----/m.test(heading.body))
    return { ok: false, where, why: t("it is encrypted") };
  const moment = momentOn(day ?? "", context, time || stamp.time);
  if (!moment) return { ok: false, where, why: t("no day is named in its file name") };
  const { text, left } = orgToMarkdown(heading);
  const page = { ...moment, title: plainHeading(title), text, tags: heading.tags, left };
  const result = toForeignEntry(page, file, context);
  return { ...result, where };
}
