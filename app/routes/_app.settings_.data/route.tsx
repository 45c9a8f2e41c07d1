import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/components/settings/settings-page";
import { WRONG_PASSWORD, loginLocked } from "~/domain/accounts/messages";
import { confirmPassword } from "~/domain/accounts/security-settings.server";
import { filtersFrom, queryOf } from "~/domain/journal/history-query";
import { DataSchema } from "~/domain/portability/data-schema";
import { EXPORTS_RUNNING, filtersInWords } from "~/domain/portability/data-texts";
import { isBusyExporting } from "~/domain/portability/export-journal.server";
import { issueExportTicket } from "~/domain/portability/export-ticket.server";
import { clientNetwork } from "~/http/client-address.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { ExportForm } from "./forms";

export const meta: MetaFunction = () => [{ title: "Data · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url }) => {
    const filters = filtersFrom(url.searchParams);
    return Promise.resolve({ filter: queryOf(filters), only: filtersInWords(filters) });
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: DataSchema }, async ({ request, member, value, refuse }) => {
    if (isBusyExporting(member)) return refuse({ status: 429, notice: EXPORTS_RUNNING });
    const check = await confirmPassword(member, value.currentPassword, clientNetwork(request));
    if (!check.ok && check.code === "wrong_password")
      return refuse({ status: 401, fields: { currentPassword: [WRONG_PASSWORD] } });
    if (!check.ok) {
      const headers = { "Retry-After": String(check.seconds) };
      return refuse({ status: 429, notice: loginLocked(check.seconds), headers });
    }
    const filters = filtersFrom(new URLSearchParams(value.filter ?? ""));
    const ticket = await issueExportTicket(member, {
      format: value.format,
      ...(queryOf(filters) !== "" && { filters }),
    });
    return redirect(`/settings/data/download?ticket=${ticket}`);
  });

export default function DataPage() {
  const { filter, only } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        <ExportForm filter={filter} only={only} reply={reply} />
        <section aria-labelledby="trash-heading">
          <h2 id="trash-heading" className="mb-3 text-xl">
            Trash
          </h2>
          <p className="max-w-measure">
            Entries that you delete stay in the <Link to="/journal/history/trash">trash</Link> for thirty
            days.
          </p>
        </section>
      </div>
    </SettingsPage>
  );
}
