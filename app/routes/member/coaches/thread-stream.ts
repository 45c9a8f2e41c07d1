import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { stopAnswer } from "~/domain/coaches/answer.server";
import { StreamSchema } from "~/domain/coaches/schema";
import { sendMessage } from "~/domain/coaches/send-message.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { eventStreamResponse } from "~/http/responses.server";
import * as paths from "~/paths";

const pageOf = ({ threadId }: LoaderFunctionArgs["params"]) => paths.thread(threadId ?? "");

/** Opened as a page, it leads to the conversation. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params }) => {
    throw redirect(pageOf(params));
  });

/**
 * Takes a message from script and sends its answer sentence by sentence; the page's own post does the same at once. The
 * forms are the page's: whatever goes wrong here is sent there again, and is one message.
 */
export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: StreamSchema, door: pageOf(args.params) },
    async ({ params, member, value, submission }) => {
      const threadId = params.threadId ?? "";
      if (value.intent === "stop") {
        await stopAnswer(member, threadId);
        return new Response(null, { status: 204 });
      }
      return eventStreamResponse(async (send) => {
        const result = await sendMessage(member, threadId, value.message, {
          submission,
          kept: () => send({ event: "kept", data: null }),
          show: (sentences) => send({ event: "sentence", data: sentences }),
        });
        // What is refused is said by the page's own post, which script sends then.
        send(result.ok ? { event: "done", data: null } : { event: "failed", data: result.code });
      });
    },
  );
