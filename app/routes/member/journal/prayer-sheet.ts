import type { LoaderFunctionArgs } from "@remix-run/node";
import { printPrayerRequests } from "~/domain/portability/book/booklets.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { paperSizeFrom, pdfResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** The open prayer requests as a sheet to pin up. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const sheet = await printPrayerRequests(member, paperSizeFrom(url));
    if (!sheet) throw notFound();
    return pdfResponse(sheet, "prayer-requests.pdf", paths.prayers());
  });
