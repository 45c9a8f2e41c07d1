import { z } from "zod";
import { createIndexes } from "#models/db/define-model.server";
import { collectionFacts, databaseBytes, engineName } from "#models/db/inspect.server";
import { listLifted } from "#models/migrations/migrate.server";
import { audit } from "~/domain/audit/log.server";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { listBackups, lastBackup as readLastBackup } from "./backups.server";
import { readReport } from "./integrity.server";
import { retention } from "./retention.server";
import { isSmallHouse } from "./small-house.server";

/** The Database page: what there is, how large it is, and whether it is sound. Never what it says. */
export async function databasePage() {
  const [engine, bytes, facts, sizes, integrity, backups, lastBackup, kept, isSmall, lifted] =
    await Promise.all([
      engineName(),
      databaseBytes(),
      collectionFacts(),
      readReport("sizes"),
      readReport("integrity"),
      listBackups(),
      readLastBackup(),
      retention(),
      isSmallHouse(),
      listLifted(),
    ]);
  return {
    engine,
    bytes,
    collections: facts.map((fact) => {
      const size = sizes?.collections.find(({ name }) => name === fact.name);
      // Of very few people, how many records they have would say how much they write.
      const documents = isSmall && fact.isPersonal ? null : fact.documents;
      return { ...fact, documents, bytes: size?.bytes ?? null, indexBytes: size?.indexBytes ?? null };
    }),
    measuredAt: sizes?.at ?? null,
    integrity: integrity && {
      at: integrity.at,
      looked: isSmall ? [] : integrity.looked.map(({ what, count: looked }) => ({ what, count: looked })),
      problems: integrity.problems,
    },
    backups,
    lastBackup,
    liftedAt: lifted.at(-1)?.at ?? null,
    retention: kept,
  };
}

/** Intents of the Database page. */
export const DatabaseSchema = z.object({
  intent: z.enum(["backup", "indexes", "integrity", "sizes"], t("Please use the buttons on this page.")),
});

export async function makeIndexes(administrator: Member): Promise<void> {
  await createIndexes();
  await audit({ kind: "admin.indexes_made", actorId: administrator.id });
}
