import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportDownloads, exportJournal } from "~/domain/portability/export-journal.server";
import { memberLoader } from "~/http/guards.server";
import { downloadResponse, expiredDownloadResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** Downloads an export by the one-time ticket that `/settings/data` issued. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const request = await exportDownloads.take(member, url.searchParams.get("ticket") ?? "");
    if (!request) return expiredDownloadResponse(paths.settingsData());
    return downloadResponse(await exportJournal(member, request.format, request.filters));
  });
