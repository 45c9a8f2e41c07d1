import { z } from "zod";
import { formatPlace } from "~/domain/portability/foreign-entry";
import {
  formatRawDay,
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { parseMoment } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { splitInlineTags } from "~/domain/portability/reading/note-text";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

const files = lenient(z.array(z.object({ type: lenient(z.string()) })));
/** A memo as the API of Memos lists it. */
const Memo = z.object({
  name: lenient(z.string()),
  content: z.string(),
  createTime: lenient(z.string()),
  /** The day that the writer could set until version 0.25. */
  displayTime: lenient(z.string()),
  updateTime: lenient(z.string()),
  pinned: lenient(z.boolean()),
  tags: lenient(z.array(z.string())),
  location: lenient(
    z
      .object({
        placeholder: lenient(z.string()),
        latitude: lenient(z.number()),
        longitude: lenient(z.number()),
      })
      .nullable(),
  ),
  attachments: files,
  /** The name of `attachments` before version 0.25. */
  resources: files,
});
const MemoList = z.object({ memos: z.array(z.unknown()) });

const PROBED_ITEMS = 20;
const isMemo = (value: unknown) => {
  const { data } = Memo.safeParse(value);
  return data !== undefined && (data.createTime ?? data.displayTime) !== undefined;
};

export const memos: ImportFormat = {
  source: "memos",
  endings: ["json"],
  recognise: (file) => MemoList.safeParse(file.json).data?.memos.slice(0, PROBED_ITEMS).some(isMemo) ?? false,
  *read(file, context) {
    for (const [at, raw] of (MemoList.safeParse(file.json).data?.memos ?? []).entries()) {
      const where = `Entry ${at + 1}${formatRawDay(raw, "createTime")}`;
      const { data } = Memo.safeParse(raw);
      yield { ...(data ? toEntry(data, file, context) : { ok: false, why: t("it cannot be read") }), where };
    }
  },
};

function toEntry(memo: z.output<typeof Memo>, file: SourceFile, context: ReadContext): ForeignResult {
  const moment = parseMoment(memo.createTime ?? memo.displayTime, context);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const { title, text: source } = splitTitle(memo.content.trimStart());
  const { text, tags } = splitInlineTags(source);
  const [, id] = /^memos\/([\w-]{1,50})$/.exec(memo.name ?? "") ?? [];
  const attached = (memo.attachments ?? memo.resources ?? []).map(
    ({ type = "" }) => type.split("/")[0] ?? "",
  );
  const countOf = (kind: string) => attached.filter((type) => type === kind).length;
  const left = { pictures: countOf("image"), videos: countOf("video"), recordings: countOf("audio") };
  const page = {
    ...moment,
    ...(id && { id: `memos-${id}` }),
    title,
    text,
    updatedAt: parseMoment(memo.updateTime, context)?.createdAt,
    tags: [...tags, ...(memo.tags ?? [])],
    favourite: memo.pinned,
    details: { place: formatPlace([memo.location?.placeholder], memo.location ?? {}) },
    left: {
      ...left,
      files: attached.length - left.pictures - left.videos - left.recordings,
      places: memo.location ? 1 : 0,
    },
  };
  return toForeignEntry(page, file, context);
}
