import { UploadError } from "~/domain/portability/data-texts";
import {
  DraftSchema,
  EntrySchema,
  InsightSchema,
  IntentionSchema,
  JournalFileSchema,
  OwnPromptSchema,
  PromptSwapSchema,
  SCHEMA_VERSION,
  ThreadSchema,
  TopicSchema,
} from "~/domain/portability/export-schema";
import { SettingsSchema } from "~/domain/portability/file-codecs";
import { isPossibleDay } from "~/domain/portability/foreign-entry";
import { type ImportFormat, formatRawDay } from "~/domain/portability/import-format";
import { parseValidItems } from "~/domain/portability/parsed-upload";
import { t } from "~/i18n/t";

/** The whole journal, as `exportJournal` writes it. */
export const ownJson: ImportFormat = {
  source: "json",
  endings: ["json"],
  recognise: (file) => JournalFileSchema.safeParse(file.json).success,
  read: function* (file, context) {
    const journal = JournalFileSchema.parse(file.json);
    if (journal.version > SCHEMA_VERSION) throw new UploadError("newer");
    const { entries, drafts, ownPrompts, intentions, promptSwaps, conversation, profile, settings } = journal;
    for (const [at, raw] of entries.entries()) {
      const where = `Entry ${at + 1}${formatRawDay(raw, "forDate")}`;
      const { success, data, error } = EntrySchema.safeParse(raw);
      if (success) yield { ok: true, entry: data, left: {}, where };
      else yield { ok: false, why: error.issues[0]?.message ?? t("it cannot be read"), where };
    }
    const lists = [drafts, intentions, ownPrompts, promptSwaps, conversation];
    const { insights, coachThreads } = journal;
    yield {
      records: [...lists, coachThreads, insights].reduce((sum, list) => sum + list.length, 0),
      beside: {
        drafts: parseValidItems(DraftSchema, drafts).filter(({ forDate }) => isPossibleDay(forDate, context)),
        intentions: parseValidItems(IntentionSchema, intentions),
        ownPrompts: parseValidItems(OwnPromptSchema, ownPrompts),
        promptSwaps: parseValidItems(PromptSwapSchema, promptSwaps),
        conversation: parseValidItems(TopicSchema, conversation),
        settings: settingsFrom(profile, settings),
        threads: parseValidItems(ThreadSchema, coachThreads),
        insights: parseValidItems(InsightSchema, insights),
      },
    };
  },
};

/** Builds the settings with theme and look, which are exported in the profile but imported as settings. */
function settingsFrom(profile: { theme?: unknown; look?: unknown } | undefined, settings: unknown) {
  const { theme, look } = profile ?? {};
  const plain = typeof settings === "object" && settings !== null ? settings : {};
  return SettingsSchema.safeParse({ ...plain, theme, look }).data ?? SettingsSchema.safeParse(settings).data;
}
