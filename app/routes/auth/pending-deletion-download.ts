import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { exportDownloads, exportJournal } from "~/domain/portability/export-journal.server";
import { pendingDeletionLoader } from "~/http/guards.server";
import { downloadResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** Download of the export requested on `/leaving`. */
export const loader = (args: LoaderFunctionArgs) =>
  pendingDeletionLoader(args, async ({ url, pendingDeletion }) => {
    const wanted = await exportDownloads.take(pendingDeletion.member, url.searchParams.get("ticket") ?? "");
    if (!wanted) throw redirect(paths.leaving());
    return downloadResponse(await exportJournal(pendingDeletion.member, wanted.format));
  });
