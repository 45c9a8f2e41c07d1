import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Facts, Section } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import { makeBackup } from "~/domain/administration/backups.server";
import { DatabaseSchema } from "~/domain/administration/countable";
import { COUNT_CHOICES, databasePage, makeIndexes } from "~/domain/administration/database.server";
import { runJobSoon } from "~/domain/administration/health-actions.server";
import { bytes } from "~/domain/administration/moments";
import { audit } from "~/domain/audit/log.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { databaseWords } from "~/words/admin/database";
import { BackupList, DoButton, RetentionTable } from "./backups";
import { CollectionTable, CountForm, IntegrityReport } from "./collections";
import { utcMinute } from "~/domain/calendar/utc";

export const meta: MetaFunction = () => [{ title: databaseWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const key = url.searchParams.get("count");
    const page = await databasePage(key);
    return {
      ...page,
      size: bytes(page.bytes),
      measuredAt: page.measuredAt && utcMinute(page.measuredAt),
      lastBackup: page.lastBackup && utcMinute(page.lastBackup),
      integrity: page.integrity && { ...page.integrity, at: utcMinute(page.integrity.at) },
      backups: page.backups.map(({ name, at, bytes: size }) => ({
        name,
        at: utcMinute(at),
        size: bytes(size),
      })),
      collections: page.collections.map((one) => ({
        ...one,
        bytes: one.bytes === null ? "–" : bytes(one.bytes),
        indexBytes: one.indexBytes === null ? "–" : bytes(one.indexBytes),
      })),
      counted: key,
      choices: COUNT_CHOICES,
    };
  });

const HERE = "/admin/database";

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: DatabaseSchema, once: true }, async ({ member, value }) => {
    switch (value.intent) {
      case "backup": {
        const { bytes: size } = await makeBackup();
        await audit({ kind: "admin.backup_made", actorId: member.id });
        return redirectWithToast(HERE, {
          title: databaseWords.backupMade,
          text: bytes(size),
          tone: "success",
        });
      }
      case "indexes":
        await makeIndexes(member);
        return redirectWithToast(HERE, { title: databaseWords.allIndexesAreThere, tone: "success" });
      case "integrity":
      case "sizes": {
        const job = value.intent === "sizes" ? "measure-database" : "check-integrity";
        await runJobSoon(member, job);
        const text = databaseWords.itBeginsWithinSeconds;
        return redirectWithToast(HERE, { title: databaseWords.askedFor, text, tone: "info" });
      }
    }
  });

export default function DatabasePage() {
  const page = useLoaderData<typeof loader>();
  const isMissing = page.collections.some(({ missingIndexes }) => missingIndexes.length > 0);
  return (
    <>
      <PageHeading title={databaseWords.database} intro={databaseWords.databaseIntro} />
      <Section id="facts" title={databaseWords.atAGlance}>
        <Facts
          facts={[
            { label: databaseWords.engine, value: page.engine },
            { label: databaseWords.onItsDisk, value: page.size },
            {
              label: databaseWords.layout,
              value: databaseWords.layoutText,
            },
            {
              label: databaseWords.lastBackup,
              value: page.lastBackup
                ? databaseWords.lastBackupAt({ lastBackup: page.lastBackup })
                : databaseWords.noneIsKnown,
            },
          ]}
        />
      </Section>
      <Section
        id="collections"
        title={databaseWords.collections}
        intro={
          page.measuredAt
            ? databaseWords.countedAndMeasured({ measuredAt: page.measuredAt })
            : databaseWords.countedNow
        }
      >
        <CollectionTable collections={page.collections} />
        <div className="mt-5 flex flex-wrap gap-3">
          <DoButton intent="sizes">{databaseWords.measureAgain}</DoButton>
          {isMissing && <DoButton intent="indexes">{databaseWords.makeTheMissingIndexes}</DoButton>}
        </div>
      </Section>
      <Section id="count" title={databaseWords.count}>
        <CountForm choices={page.choices} chosen={page.counted} result={page.count} />
      </Section>
      <Section id="integrity" title={databaseWords.integrity} intro={databaseWords.integrityIntro}>
        <IntegrityReport report={page.integrity} />
        <DoButton intent="integrity">{databaseWords.checkNow}</DoButton>
      </Section>
      <Section id="backups" title={databaseWords.backups} intro={databaseWords.backupsIntro}>
        <BackupList backups={page.backups} />
      </Section>
      <Section id="retention" title={databaseWords.whatIsRemovedByItself}>
        <RetentionTable lines={page.retention} />
      </Section>
    </>
  );
}
