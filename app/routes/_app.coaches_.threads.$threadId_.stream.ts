import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { SendSchema } from "~/domain/coaches/schema";
import { sendMessage } from "~/domain/coaches/send-message.server";
import { eventStream } from "~/http/event-stream.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";

/** Whoever opens it as a page wants the conversation. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params }) => {
    throw redirect(`/coaches/threads/${params.threadId ?? ""}`);
  });

/** Takes a message from script and sends its answer sentence by sentence; the page's own post does the same at once. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SendSchema }, async ({ params, member, value, submission }) =>
    eventStream(async (send) => {
      const result = await sendMessage(member, params.threadId ?? "", value.message, {
        submission,
        show: (sentences) => send({ event: "sentence", data: sentences }),
      });
      // What is refused is said by the page's own post, which script sends then.
      send(result.ok ? { event: "done", data: null } : { event: "failed", data: result.code });
    }),
  );
