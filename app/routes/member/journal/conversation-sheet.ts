import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { printConversation } from "~/domain/conversation/sheet.server";
import { memberLoader } from "~/http/loaders.server";
import { paperIn, printedFile } from "~/http/printed.server";

/** What is to be talked about, as one or two sheets. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const { searchParams } = url;
    const chosen = searchParams.has("chosen") ? searchParams.getAll("line") : null;
    const printed = await printConversation(member, chosen, paperIn(url));
    return printedFile(printed, "to-talk-about.pdf", addresses.conversation());
  });
