import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { printWeek } from "~/domain/book/week-on-paper.server";
import { memberLoader } from "~/http/loaders.server";
import { paperIn, printedFile } from "~/http/printed.server";

/** The coming week with room to write, for those who have no device by their bed. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) =>
    printedFile(await printWeek(member, paperIn(url)), "my-week-on-paper.pdf", addresses.book()),
  );
