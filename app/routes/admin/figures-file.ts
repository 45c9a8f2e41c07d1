import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { adminDownloads } from "~/domain/administration/downloads.server";
import { adminFile } from "~/http/admin-file.server";
import { downloadOver } from "~/http/download.server";
import { adminLoader } from "~/http/loaders.server";

/** Gives the file that a page of the administrators has asked for. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const wanted = await adminDownloads.take(member, url.searchParams.get("ticket") ?? "");
    return wanted ? adminFile(wanted) : downloadOver(addresses.adminSettings());
  });
