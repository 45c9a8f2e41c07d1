import { momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import type { ImportFormat } from "./format";
import { orgToMarkdown, parseOrg, plainHeading, type OrgHeading } from "./org-text";

const DAY_NAME = /(?:^|\/)(?:\D*)(\d{4})-?(\d{2})-?(\d{2})(?:[^/\d][^/]*)?$/;

/** Emacs' org-journal: a file for each day, or for longer (https://github.com/bastibe/org-journal). */
export const orgJournal: ImportFormat = {
  source: "org-journal",
  endings: ["org", ""],
  recognise: ({ name, text }) =>
    text !== undefined && (/\.org$/i.test(name) || (/(?:^|\/)\d{8}$/.test(name) && /^\*+ /m.test(text))),
  *read(file, context) {
    const day = dayOfName(file.name);
    for (const { heading, day: own } of entriesOf(parseOrg(file.text ?? ""), day))
      yield toEntry(heading, own, file, context);
  },
};

function dayOfName(path: string): string | undefined {
  const [, year, month, day] = DAY_NAME.exec(path.replace(/\.org$/i, "")) ?? [];
  return year && `${year}-${month}-${day}`;
}

type OrgEntry = { heading: OrgHeading; day: string | undefined };

/**
 * The entries of a file. Its first level is days if it has a single heading there, or dates of creation; the headings below a
 * day are its entries, and text of the day itself is one more.
 */
function entriesOf(root: OrgHeading, fileDay: string | undefined): OrgEntry[] {
  const isDay = (heading: OrgHeading) =>
    createdOn(heading) !== undefined || (root.children.length === 1 && !splitTime(heading.title).time);
  return [
    ...ownText({ ...root, title: root.fileTitle }, fileDay),
    ...root.children.flatMap((heading): OrgEntry[] => {
      if (!isDay(heading)) return [{ heading, day: fileDay }];
      const day = createdOn(heading) ?? fileDay;
      return [
        ...ownText({ ...heading, title: "" }, day),
        ...heading.children.map((child) => ({ heading: child, day })),
      ];
    }),
  ];
}

/** The text of a heading without those below, if it has any. */
function ownText(heading: OrgHeading, day: string | undefined): OrgEntry[] {
  const own = { ...heading, children: [] };
  return orgToMarkdown(own).text ? [{ heading: own, day }] : [];
}

/** The day in the property CREATED: 20240506, or a time stamp [2024-05-06 Mon]. */
function createdOn({ created }: OrgHeading): string | undefined {
  const [, year, month, day] = /(\d{4})-?(\d{2})-?(\d{2})/.exec(created) ?? [];
  return year && `${year}-${month}-${day}`;
}

function splitTime(heading: string): { time: string; title: string } {
  const [whole = "", hour = "", minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s+|$)/.exec(heading) ?? [];
  return { time: whole && `${hour.padStart(2, "0")}:${minute}`, title: heading.slice(whole.length) };
}

function toEntry(
  heading: OrgHeading,
  day: string | undefined,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const { time, title } = splitTime(heading.title);
  const where = title ? `${file.name}, ${title}` : undefined;
  if (/^\s*-----BEGIN PGP MESSAGE-----/m.test(heading.body))
    return { ok: false, where, why: t("it is encrypted") };
  const moment = momentOn(day ?? "", context, time || undefined);
  if (!moment) return { ok: false, where, why: t("no day is named in its file name") };
  const { text, left } = orgToMarkdown(heading);
  const page = { ...moment, title: plainHeading(title), text, tags: heading.tags, left };
  const result = toForeignEntry(page, file, context);
  return { ...result, where };
}
