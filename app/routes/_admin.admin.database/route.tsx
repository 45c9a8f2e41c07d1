import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Facts, Section } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import { makeBackup } from "~/domain/administration/backups.server";
import { DatabaseSchema } from "~/domain/administration/countable";
import { COUNT_CHOICES, databasePage, makeIndexes } from "~/domain/administration/database.server";
import { runJobSoon } from "~/domain/administration/health-actions.server";
import { bytes, utcMinute } from "~/domain/administration/moments";
import { audit } from "~/domain/audit/log.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { BackupList, DoButton, RetentionTable } from "./backups";
import { CollectionTable, CountForm, IntegrityReport } from "./collections";

export const meta: MetaFunction = () => [{ title: "Database · Still and Know" }];

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
        return redirectWithToast(HERE, { title: "Backup made", text: bytes(size), tone: "success" });
      }
      case "indexes":
        await makeIndexes(member);
        return redirectWithToast(HERE, { title: "All indexes are there", tone: "success" });
      case "integrity":
      case "sizes": {
        const job = value.intent === "sizes" ? "measure-database" : "check-integrity";
        await runJobSoon(member, job);
        const text = "It begins within seconds; the result will stand on this page.";
        return redirectWithToast(HERE, { title: "Asked for", text, tone: "info" });
      }
    }
  });

export default function DatabasePage() {
  const page = useLoaderData<typeof loader>();
  const isMissing = page.collections.some(({ missingIndexes }) => missingIndexes.length > 0);
  return (
    <>
      <PageHeading
        title="Database"
        intro="What is kept, how large it is, and whether it is sound. No page shows what a record says."
      />
      <Section id="facts" title="At a glance">
        <Facts
          facts={[
            { label: "Engine", value: page.engine },
            { label: "On its disk", value: page.size },
            {
              label: "Layout",
              value: "Version 1. No migration has been needed; indexes are made at every start.",
            },
            { label: "Last backup", value: page.lastBackup ? `${page.lastBackup} UTC` : "None is known." },
          ]}
        />
      </Section>
      <Section
        id="collections"
        title="Collections"
        intro={`Documents are counted now${page.measuredAt ? `; sizes were measured at ${page.measuredAt} UTC, as they are every quarter of an hour` : ""}.`}
      >
        <CollectionTable collections={page.collections} />
        <div className="mt-5 flex flex-wrap gap-3">
          <DoButton intent="sizes">Measure again</DoButton>
          {isMissing && <DoButton intent="indexes">Make the missing indexes</DoButton>}
        </div>
      </Section>
      <Section id="count" title="Count">
        <CountForm choices={page.choices} chosen={page.counted} result={page.count} />
      </Section>
      <Section
        id="integrity"
        title="Integrity"
        intro="Each week: whether every data key opens, every journal record is encrypted, every record belongs to somebody who is there, the audit log is whole, and every index is there. No text is opened for that."
      >
        <IntegrityReport report={page.integrity} />
        <DoButton intent="integrity">Check now</DoButton>
      </Section>
      <Section
        id="backups"
        title="Backups"
        intro="A backup is encrypted with the newest of ENCRYPTION_KEYS and opens with that key only. Keep the keys apart from it."
      >
        <BackupList backups={page.backups} />
      </Section>
      <Section id="retention" title="What is removed by itself">
        <RetentionTable lines={page.retention} />
      </Section>
    </>
  );
}
