import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { completeResponse, METHOD_NOT_ALLOWED } from "~/http/failure-responses.server";
import { setAllowedMethods } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { authenticateSender } from "./authenticate-sender.server";
import { checkOriginAndToken } from "./csrf.server";
import { FormBody } from "./form-body.server";
import type { FormContext, FormOptions, FormResult, Guard } from "./form-options.server";
import { recoverFromError, refuseFullJournal } from "./form-recovery.server";
import { runIdempotentAction, submissionKey } from "./idempotent-action.server";
import { validateForm } from "./validate-form.server";

/**
 * The path of every form post: read the body, check origin and token, authenticate, validate, act, respond. The result of
 * `guard` is passed to `act`.
 */
export async function formAction<S extends z.ZodType, G>(
  { request, params }: ActionFunctionArgs,
  options: FormOptions<S, G>,
  guard: Guard<G>,
  act: (context: FormContext<z.output<S>>, guarded: G) => Promise<FormResult>,
): Promise<FormResult> {
  const body = new FormBody(request, options);
  try {
    requirePost(request.method);
    const form = await body.read();
    const verdict = await checkOriginAndToken(request, form);
    const { guarded, memberId } = await authenticateSender(request, form, guard, verdict);
    const key = await submissionKey(request, form, memberId, options.pagePath);
    const received = await options.receive?.(form, guarded, key && hashToken(key));
    const validated = await validateForm(form, options, guarded, params, received);
    if (!validated.ok) return completeResponse(validated.reply);
    const { value, refuse } = validated;
    const result = await runIdempotentAction(form, key, options.once, (submission) =>
      refuseFullJournal(form, refuse, () =>
        act({ request, params, value, form, upload: body.upload, submission, refuse }, guarded),
      ),
    );
    return completeResponse(result);
  } catch (error) {
    throw completeResponse(await recoverFromError(request, body.form, error));
  } finally {
    await body.close();
  }
}

function requirePost(method: string): void {
  if (method === "POST") return;
  setAllowedMethods("GET, HEAD, POST");
  throw new Response(METHOD_NOT_ALLOWED, { status: 405 });
}
