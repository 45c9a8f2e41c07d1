import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ConfirmForm } from "~/components/admin/confirm-form";
import { Facts, Section } from "~/components/admin/facts";
import { replyForIntent } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import { listBackups, removeBackup } from "~/domain/administration/backups.server";
import { formatBytes } from "~/domain/administration/health/health-summary";
import { utcMinute } from "~/domain/calendar/local-day";
import { isPasswordShortEnough } from "~/domain/identity/account-fields";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { audit } from "~/domain/operations/audit-log.server";
import { issueDownloadUrl } from "~/http/admin-list.server";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Backup · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params }) => {
    const backup = (await listBackups()).find(({ name }) => name === params.backup);
    if (!backup) throw notFound();
    return { name: backup.name, at: utcMinute(backup.at), size: formatBytes(backup.bytes) };
  });

const BackupSchema = z.object({
  intent: z.enum(["confirm", "remove"], t("Please use the buttons on this page.")),
  currentPassword: z.string().refine(isPasswordShortEnough, FIELD_MESSAGES.passwordLong).optional(),
});

/** Both intents need the password: the file holds everything, though encrypted, and a removal is final. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: BackupSchema }, async ({ request, params, member, value, refuse }) => {
    const name = params.backup ?? "";
    if (!(await listBackups()).some((backup) => backup.name === name)) throw notFound();
    const refusal = await checkReauthentication(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    if (value.intent === "remove") {
      if (!(await removeBackup(name))) throw notFound();
      await audit({ kind: "admin.backup_removed", actorId: member.id });
      return redirectWithToast(paths.adminDatabase(), { title: t("Backup removed"), tone: "info" });
    }
    await audit({ kind: "admin.backup_downloaded", actorId: member.id });
    return redirect(await issueDownloadUrl(member, { what: "backup", name }));
  });

export default function BackupPage() {
  const { name, at, size } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        eyebrow={<Link to={paths.adminDatabase()}>{t("Database")}</Link>}
        title={t("Backup")}
        intro={t("The file is encrypted, and stays encrypted on its way to you.")}
      />
      <Facts
        facts={[
          { label: t("File"), value: <span className="break-all font-mono text-sm">{name}</span> },
          { label: t("Created"), value: t("{at} UTC", { at }) },
          { label: t("Size"), value: size },
        ]}
      />
      <ConfirmForm
        reply={replyForIntent(reply, "confirm")}
        button={t("Download")}
        back={paths.adminDatabase()}
        withPassword
        download
      />
      <div className="mt-12">
        <Section id="remove" title={t("Remove")} intro={t("The file is deleted from this machine for good.")}>
          <ConfirmForm
            id="remove-backup"
            intent="remove"
            reply={replyForIntent(reply, "remove")}
            button={t("Remove this backup")}
            back={paths.adminDatabase()}
            danger
            withPassword
          />
        </Section>
      </div>
    </>
  );
}
