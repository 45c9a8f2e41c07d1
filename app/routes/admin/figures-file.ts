import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminDownload, adminDownloads } from "~/http/admin-download.server";
import { downloadExpired } from "~/http/download.server";
import { adminLoader } from "~/http/loaders.server";
import * as paths from "~/paths";

/** Serves the file of a download ticket. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const file = await adminDownloads.take(member, url.searchParams.get("ticket") ?? "");
    return file ? adminDownload(file) : downloadExpired(paths.adminSettings());
  });
