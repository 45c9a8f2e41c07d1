import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportDownloads, exportJournal } from "~/domain/portability/export-journal.server";
import { memberLoader } from "~/http/guards.server";
import { downloadResponse, expiredDownloadResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** Gives the file that `/settings/data` has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const wanted = await exportDownloads.take(member, url.searchParams.get("ticket") ?? "");
    if (!wanted) return expiredDownloadResponse(paths.settingsData());
    return downloadResponse(await exportJournal(member, wanted.format, wanted.filters));
  });
