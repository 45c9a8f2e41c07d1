import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Facts, Section } from "~/components/admin/facts";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { makeBackup } from "~/domain/administration/backups.server";
import { DatabaseSchema, makeIndexes, readDatabasePage } from "~/domain/administration/database.server";
import { formatBytes } from "~/domain/administration/health/health-summary";
import { scheduleJobNow } from "~/domain/administration/health/health.server";
import { utcMinute } from "~/domain/calendar/local-day";
import { audit } from "~/domain/operations/audit-log.server";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { BackupList, CollectionTable, DoButton, IntegrityReport, RetentionTable } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Database · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const page = await readDatabasePage();
    return {
      ...page,
      size: formatBytes(page.bytes),
      measuredAt: page.measuredAt && utcMinute(page.measuredAt),
      liftedAt: page.liftedAt && utcMinute(page.liftedAt),
      lastBackup: page.lastBackup && utcMinute(page.lastBackup),
      integrity: page.integrity && { ...page.integrity, at: utcMinute(page.integrity.at) },
      backups: page.backups.map(({ name, at, bytes: size }) => ({
        name,
        at: utcMinute(at),
        size: formatBytes(size),
      })),
      collections: page.collections.map((one) => ({
        ...one,
        bytes: one.bytes === null ? "–" : formatBytes(one.bytes),
        indexBytes: one.indexBytes === null ? "–" : formatBytes(one.indexBytes),
      })),
    };
  });

const HERE = paths.adminDatabase();

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: DatabaseSchema, once: true }, async ({ member, value }) => {
    switch (value.intent) {
      case "backup": {
        const { bytes: size } = await makeBackup();
        await audit({ kind: "admin.backup_made", actorId: member.id });
        return redirectWithToast(HERE, {
          title: t("Backup created"),
          text: formatBytes(size),
          tone: "success",
        });
      }
      case "indexes":
        await makeIndexes(member);
        return redirectWithToast(HERE, { title: t("All indexes are present"), tone: "success" });
      case "integrity":
      case "sizes": {
        const job = value.intent === "sizes" ? "measure-database" : "check-integrity";
        await scheduleJobNow(member, job);
        const text = t("It starts within seconds; the result will appear on this page.");
        return redirectWithToast(HERE, { title: t("Requested"), text, tone: "info" });
      }
    }
  });

export default function DatabasePage() {
  const page = useLoaderData<typeof loader>();
  const isMissing = page.collections.some(({ missingIndexes }) => missingIndexes.length > 0);
  return (
    <>
      <PageHeading title={t("Database")} intro={t("Backups, and whether what is stored is sound.")} />
      <Section
        id="backups"
        title={t("Backups")}
        intro={t(
          "A backup is encrypted with the newest of ENCRYPTION_KEYS and opens only with that key. Keep the keys apart from it.",
        )}
      >
        <BackupList backups={page.backups} />
      </Section>
      <Section id="facts" title={t("At a glance")}>
        <Facts
          facts={[
            { label: t("Engine"), value: page.engine },
            { label: t("On disk"), value: page.size },
            {
              label: t("Schema"),
              value: page.liftedAt
                ? t("Brought up to date at {liftedAt} UTC. Missing indexes are created at every start.", {
                    liftedAt: page.liftedAt,
                  })
                : t("Missing indexes are created at every start."),
            },
            {
              label: t("Last backup"),
              value: page.lastBackup ? t("{lastBackup} UTC", { lastBackup: page.lastBackup }) : t("None yet"),
            },
          ]}
        />
      </Section>
      <Section
        id="integrity"
        title={t("Integrity")}
        intro={t(
          "Every week the server checks that every data key opens, every journal record is encrypted, every record belongs to an existing account, the audit log is intact, and every index is present. It reads no text for this.",
        )}
      >
        <IntegrityReport report={page.integrity} />
        <DoButton intent="integrity">{t("Check now")}</DoButton>
      </Section>
      <div className="mt-12">
        <Fold id="collections" title={t("Collections")} open={isMissing}>
          <p className="mb-5 max-w-measure text-sm text-muted">
            {page.measuredAt
              ? t(
                  "Documents are counted now; sizes were measured at {measuredAt} UTC, as they are every quarter of an hour.",
                  { measuredAt: page.measuredAt },
                )
              : t("Documents are counted now.")}
          </p>
          <CollectionTable collections={page.collections} />
          {page.collections.some(({ documents }) => documents === null) && (
            <p className="mt-3 max-w-measure text-sm text-muted">
              {t("A dash: with fewer than five accounts, how many records a person has is not shown.")}
            </p>
          )}
          <div className="mt-5 flex flex-wrap gap-3">
            <DoButton intent="sizes">{t("Measure again")}</DoButton>
            {isMissing && <DoButton intent="indexes">{t("Create the missing indexes")}</DoButton>}
          </div>
        </Fold>
        <Fold id="retention" title={t("What is deleted automatically")} open={false}>
          <RetentionTable lines={page.retention} />
        </Fold>
      </div>
    </>
  );
}

/** A section that begins folded, because it is seldom needed. */
function Fold({
  id,
  title,
  open,
  children,
}: {
  id: string;
  title: string;
  open: boolean;
  children: ReactNode;
}) {
  return (
    <Disclosure
      title={<h2 className="text-xl">{title}</h2>}
      open={open}
      className="border-b border-line py-3"
    >
      {/* The id is inside, so that a link to it opens the section. */}
      <div id={id} className="pb-6 pt-3">
        {children}
      </div>
    </Disclosure>
  );
}
