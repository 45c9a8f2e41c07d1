import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { exportDownloads, exportJournal } from "~/domain/portability/export-journal.server";
import { download } from "~/http/download.server";
import { pendingDeletionLoader } from "~/http/loaders.server";
import * as paths from "~/paths";

/** The file that `/leaving` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  pendingDeletionLoader(args, async ({ url, pendingDeletion }) => {
    const wanted = await exportDownloads.take(pendingDeletion.member, url.searchParams.get("ticket") ?? "");
    if (!wanted) throw redirect(paths.leaving());
    return download(await exportJournal(pendingDeletion.member, wanted.format));
  });
