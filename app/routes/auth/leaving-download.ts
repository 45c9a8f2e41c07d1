import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { exportDownloads } from "~/domain/portability/export-downloads.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { download } from "~/http/download.server";
import { pendingDeletionLoader } from "~/http/loaders.server";

/** The file that `/leaving` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  pendingDeletionLoader(args, async ({ url, pendingDeletion }) => {
    const wanted = await exportDownloads.take(pendingDeletion.member, url.searchParams.get("ticket") ?? "");
    if (!wanted) throw redirect(addresses.leaving());
    return download(await exportJournal(pendingDeletion.member, wanted.format));
  });
