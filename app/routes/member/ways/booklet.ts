import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { printWay } from "~/domain/book/way-booklet.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { paperIn, printedFile } from "~/http/printed.server";

/** A way as a booklet, for a parish to print. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const id = params.way ?? "";
    const isFolded = url.searchParams.get("fold") === "1";
    const printed = await printWay(member, id, { paper: paperIn(url), isFolded });
    if (!printed) throw notFound();
    return printedFile(printed, `${id}.pdf`, addresses.way(id));
  });
