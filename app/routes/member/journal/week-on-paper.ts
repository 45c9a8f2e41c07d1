import type { LoaderFunctionArgs } from "@remix-run/node";
import { printWeekSheets } from "~/domain/portability/book/booklets.server";
import { memberLoader } from "~/http/guards.server";
import { paperSizeFrom, pdfResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** The coming week with room to write, for those who have no device by their bed. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) =>
    pdfResponse(await printWeekSheets(member, paperSizeFrom(url)), "my-week-on-paper.pdf", paths.book()),
  );
