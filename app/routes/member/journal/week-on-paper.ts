import type { LoaderFunctionArgs } from "@remix-run/node";
import { printWeekSheets } from "~/domain/portability/book/booklets.server";
import { memberLoader } from "~/http/guards.server";
import { paperSizeFrom, pdfResponse, printSizeFrom } from "~/http/responses.server";
import * as paths from "~/paths";

/** A printable sheet for the coming week with space to write. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) =>
    pdfResponse(
      await printWeekSheets(member, { paper: paperSizeFrom(url), size: printSizeFrom(url) }),
      "my-week-on-paper.pdf",
      paths.book(),
    ),
  );
