import { z } from "zod";
import { formatPlace } from "~/domain/portability/foreign-entry";
import {
  lenient,
  type ArchiveView,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { isImage } from "~/domain/portability/reading/archive-files";
import { momentOn } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

/** `tags.json`: tag names by id. */
const Tags = z.object({ tags: z.array(z.object({ id: z.number(), name: z.string() })) });
/** `2024/05.json`: the days of a month. */
const Month = z.object({ days: z.array(z.unknown()) });
/** `user.json`, present in encrypted backups only. */
const User = z.object({ user_id: z.number(), enc_enc_key: z.string() });
const Templates = z.object({ templates: z.unknown() });

const Day = z.object({
  day: z.number().int(),
  text: z.string().optional(),
  tags: lenient(z.array(z.number())),
  isBookmarked: lenient(z.boolean()),
  files: lenient(z.array(z.object({ filename: lenient(z.string().max(300)) }))),
  pins: lenient(z.array(z.unknown())),
});
const Pin = z.object({ text: lenient(z.string()), lat: lenient(z.number()), lon: lenient(z.number()) });

const MONTH_FILE = /(?:^|\/)(\d{4})\/(\d{2})\.json$/;
const SCHEMAS = { user: User, tags: Tags, templates: Templates };

function schemaOf(name: string) {
  if (MONTH_FILE.test(name)) return Month;
  const [, kind] = /(?:^|\/)(user|tags|templates)\.json$/.exec(name) ?? [];
  return kind ? SCHEMAS[kind as keyof typeof SCHEMAS] : undefined;
}

export const dailyTxt: ImportFormat = {
  source: "dailytxt",
  endings: ["json"],
  recognise: (file) => schemaOf(file.name)?.safeParse(file.json).success ?? false,
  read: async function* (file, context) {
    const [, year, month] = MONTH_FILE.exec(file.name) ?? [];
    if (!year || !month) return;
    if (await isEncrypted(context.archive)) {
      yield { ok: false, why: t("this backup is encrypted: please make one that is not") };
      return;
    }
    const tags = await tagNames(context.archive);
    for (const day of Month.parse(file.json).days)
      yield toEntry(`${year}-${month}`, day, tags, file, context);
  },
};

const isEncrypted = (archive: ArchiveView) =>
  archive.once("dailytxt user", async () => User.safeParse(await readJson(archive, "user.json")).success);

const tagNames = (archive: ArchiveView) =>
  archive.once("dailytxt tags", async () => {
    const { data } = Tags.safeParse(await readJson(archive, "tags.json"));
    return new Map((data?.tags ?? []).map(({ id, name }) => [id, name]));
  });

async function readJson(archive: ArchiveView, ending: string): Promise<unknown> {
  const name = archive.names.find((path) => path === ending || path.endsWith(`/${ending}`));
  return name === undefined ? undefined : archive.readJson(name);
}

/** Converts a day. `month` is "2024-05". */
function toEntry(
  month: string,
  value: unknown,
  tagNameOf: ReadonlyMap<number, string>,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const { data } = Day.safeParse(value);
  if (!data) return { ok: false, why: t("it cannot be read") };
  const moment = momentOn(`${month}-${String(data.day).padStart(2, "0")}`, context);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const pins = data.pins ?? [];
  const places = pins.flatMap((pin) => {
    const { text, lat: latitude, lon: longitude } = Pin.safeParse(pin).data ?? {};
    return formatPlace([text], latitude && longitude ? { latitude, longitude } : {}) || [];
  });
  const files = (data.files ?? []).map(({ filename = "" }) => filename);
  const page = {
    ...moment,
    ...splitTitle((data.text ?? "").trim()),
    favourite: data.isBookmarked,
    tags: (data.tags ?? []).map((id) => tagNameOf.get(id) ?? ""),
    pictures: files.filter(isImage),
    left: { files: files.filter((name) => !isImage(name)).length, places: pins.length },
    details: { place: places },
  };
  return toForeignEntry(page, file, context);
}
