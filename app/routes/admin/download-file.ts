import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminDownload, adminDownloads } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";
import { expiredDownloadResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** Serves the file of a download ticket. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const file = await adminDownloads.take(member, url.searchParams.get("ticket") ?? "");
    return file ? adminDownload(file) : expiredDownloadResponse(paths.adminSettings());
  });
