import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportDownloads, exportJournal } from "~/domain/portability/export-journal.server";
import { download, downloadExpired } from "~/http/download.server";
import { memberLoader } from "~/http/loaders.server";
import * as paths from "~/paths";

/** Gives the file that `/settings/data` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const wanted = await exportDownloads.take(member, url.searchParams.get("ticket") ?? "");
    if (!wanted) return downloadExpired(paths.settingsData());
    return download(await exportJournal(member, wanted.format, wanted.filters));
  });
