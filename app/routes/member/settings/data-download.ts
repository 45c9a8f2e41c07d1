import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { exportDownloads } from "~/domain/portability/export-downloads.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { download, downloadOver } from "~/http/download.server";
import { memberLoader } from "~/http/loaders.server";

/** Gives the file that `/settings/data` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const wanted = await exportDownloads.take(member, url.searchParams.get("ticket") ?? "");
    if (!wanted) return downloadOver(addresses.settingsData());
    return download(await exportJournal(member, wanted.format, wanted.filters));
  });
