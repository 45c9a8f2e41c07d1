import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { stopAnswer } from "~/domain/coaches/answer.server";
import { sendMessage, StreamSchema } from "~/domain/coaches/send-message.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { eventStreamResponse } from "~/http/responses.server";
import * as paths from "~/paths";

const pageOf = ({ threadId }: LoaderFunctionArgs["params"]) => paths.thread(threadId ?? "");

/** Redirects a page visit to the thread. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params }) => {
    throw redirect(pageOf(params));
  });

/**
 * Streams the answer to a message, sentence by sentence. On any failure the script submits the page's own
 * form; both requests have the same `submission`, so it stays one message.
 */
export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: StreamSchema, pagePath: pageOf(args.params) },
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
        // After "failed" the script submits the page's form, whose response shows the reason.
        send(result.ok ? { event: "done", data: null } : { event: "failed", data: result.code });
      });
    },
  );
