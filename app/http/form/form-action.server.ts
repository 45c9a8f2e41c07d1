import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { METHOD_NOT_ALLOWED, runWithHeaders } from "~/http/failure-responses.server";
import { setAllowedMethods } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { authenticateSender, checkOrigin, checkToken } from "./authorize-sender.server";
import { submissionKey } from "./csrf.server";
import type { FormContext, FormOptions, FormResult } from "./form-options.server";
import { recoverFromError, refuseFullJournal } from "./form-recovery.server";
import { runIdempotentAction } from "./idempotent-action.server";
import { FormBody } from "./read-body.server";
import { validateForm } from "./validate-form.server";

/**
 * The path of every form post: read the body, check origin and token, authenticate, validate, act, respond. `guard` throws
 * for a sender who may not act; its result is passed to `act`.
 */
export async function formAction<S extends z.ZodType, G>(
  { request, params }: ActionFunctionArgs,
  options: FormOptions<S, G>,
  guard: (request: Request) => Promise<G>,
  act: (context: FormContext<z.output<S>>, guarded: G) => Promise<FormResult>,
): Promise<FormResult> {
  return runWithHeaders(async () => {
    if (request.method !== "POST") {
      setAllowedMethods("GET, HEAD, POST");
      throw new Response(METHOD_NOT_ALLOWED, { status: 405 });
    }
    const body = new FormBody(request, options);
    try {
      const form = await body.read();
      const verdict = await checkOrigin(request, form);
      const guarded = await authenticateSender(request, form, guard);
      await checkToken(request, form, verdict);
      const key = await submissionKey(request, form, options.door);
      const received = await options.receive?.(form, guarded, key && hashToken(key));
      const validated = await validateForm(form, options, guarded, params, received);
      if (!validated.ok) return validated.reply;
      const { value, refuse } = validated;
      return await runIdempotentAction(form, key, options.once, (submission) =>
        refuseFullJournal(form, refuse, () =>
          act({ request, params, value, form, upload: body.upload, submission, refuse }, guarded),
        ),
      );
    } catch (error) {
      throw await recoverFromError(request, body.form, error);
    } finally {
      await body.close();
    }
  });
}
