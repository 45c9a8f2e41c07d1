import type { LoaderFunctionArgs } from "@remix-run/node";
import { printWeek } from "~/domain/portability/book/booklets.server";
import { memberLoader } from "~/http/loaders.server";
import { paperSizeFrom, pdfResponse } from "~/http/pdf-response.server";
import * as paths from "~/paths";

/** The coming week with room to write, for those who have no device by their bed. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) =>
    pdfResponse(await printWeek(member, paperSizeFrom(url)), "my-week-on-paper.pdf", paths.book()),
  );
