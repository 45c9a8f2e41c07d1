import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { ConfirmForm } from "~/components/admin/confirm-form";
import { PageHeading } from "~/components/ui/page-heading";
import { ConfirmSchema } from "~/domain/administration/confirm-schema";
import { addressOfFile } from "~/domain/administration/downloads.server";
import { queryString, userFiltersFrom } from "~/domain/administration/users/query";
import { audit } from "~/domain/audit/log.server";
import { refusalOfPassword } from "~/http/confirm.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [{ title: t("Export the user list · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, ({ url }) => {
    const filters = userFiltersFrom(url.searchParams);
    return Promise.resolve({
      back: addresses.adminUsers(filters),
      filtered: queryString(filters) !== "",
    });
  });

/** Addresses of many people in one file: the password is asked for, and the log remembers who took it. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: ConfirmSchema }, async ({ request, member, value, refuse }) => {
    const refusal = await refusalOfPassword(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    const filters = userFiltersFrom(new URL(request.url).searchParams);
    await audit({ kind: "admin.users_exported", actorId: member.id, subjectId: null });
    return redirect(await addressOfFile(member, { what: "users", filters }));
  });

export default function ExportUsersPage() {
  const { back, filtered } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Export the user list?")}
        intro={
          filtered
            ? t(
                "The file contains the email address of everyone the filters select. Please keep it safe, and delete it when no longer needed.",
              )
            : t(
                "The file contains everyone’s email address. Please keep it safe, and delete it when no longer needed.",
              )
        }
      />
      <ConfirmForm reply={reply} button={t("Export as CSV")} back={back} withPassword download />
    </>
  );
}
