import { utcMinute } from "~/domain/calendar/utc";
import { t } from "~/i18n/t";
import { bytes } from "./bytes";
import type { Check } from "./checklist";
import { tookWords } from "./job-lateness";

type Nightly = {
  dueAt: string | null;
  usesServer: boolean;
  last: { at: Date; bytes: number; name: string; tookMs: number; copiedTo: string } | null;
  trouble: string | null;
};

/** What System health says of the nightly backups: the last one, where it lies, how long it took, and where its keys are not. */
export function backupFacts({
  dueAt,
  last,
  folder,
}: Nightly & { folder: string }): { label: string; value: string }[] {
  const label = t("Nightly backup");
  if (!last)
    return [{ label, value: dueAt ? t("None yet. The first is made at {dueAt}.", { dueAt }) : t("Off.") }];
  const said = {
    at: utcMinute(last.at),
    size: bytes(last.bytes),
    took: tookWords(last.tookMs),
    file: `${folder}/${last.name}`,
    copy: last.copiedTo,
  };
  return [
    {
      label,
      value: last.copiedTo
        ? t("{at} UTC, {size}, took {took}: {file}, and a copy in {copy}", said)
        : t("{at} UTC, {size}, took {took}: {file}", said),
    },
    {
      label: t("Keys of the backups"),
      value: t("Not in them, and nothing opens without them. npm run keys:show -- --for-paper prints them."),
    },
  ];
}

/** Whether backups are made as they should be. */
export function backupChecks({ dueAt, usesServer, trouble }: Nightly): Check[] {
  const what = "BACKUP_AT";
  if (trouble) return [{ what, state: "look", words: trouble }];
  if (dueAt) return [{ what, state: "good", words: t("Every night at {dueAt}.", { dueAt }) }];
  if (usesServer)
    return [
      {
        what,
        state: "open",
        words: t(
          "Off: back up your MongoDB server with its own tools, or set a time and a copy is read from it every night.",
        ),
      },
    ];
  return [{ what, state: "look", words: t("Off: no backup is made automatically.") }];
}
