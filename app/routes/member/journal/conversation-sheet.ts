import type { LoaderFunctionArgs } from "@remix-run/node";
import { printConversation } from "~/domain/journal/conversation/conversation.server";
import { memberLoader } from "~/http/guards.server";
import { paperSizeFrom, pdfResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** The topics that a member marked for a conversation, as one or two printable sheets. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const { searchParams } = url;
    const chosen = searchParams.has("chosen") ? searchParams.getAll("line") : null;
    const printed = await printConversation(member, chosen, paperSizeFrom(url));
    return pdfResponse(printed, "to-talk-about.pdf", paths.conversation());
  });
