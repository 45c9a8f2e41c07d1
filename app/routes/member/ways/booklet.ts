import type { LoaderFunctionArgs } from "@remix-run/node";
import { printWayBooklet } from "~/domain/portability/book/booklets.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { paperSizeFrom, pdfResponse, printSizeFrom } from "~/http/responses.server";
import * as paths from "~/paths";

/** A way as a printable booklet. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const id = params.way ?? "";
    const isFolded = url.searchParams.get("fold") === "1";
    const [paper, size] = [paperSizeFrom(url), printSizeFrom(url)];
    const printed = await printWayBooklet(member, id, { paper, isFolded, size });
    if (!printed) throw notFound();
    return pdfResponse(printed, `${id}.pdf`, paths.way(id));
  });
