import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { METHOD_NOT_ALLOWED, runWithHeaders } from "~/http/failure-responses.server";
import { setAllowedMethods } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { authorizeSender } from "./authorize-sender.server";
import { submissionKey } from "./csrf.server";
import type { FormContext, FormOptions, FormResult } from "./form-options.server";
import { recoverFromError, refuseFullJournal } from "./form-recovery.server";
import { formFingerprint, runIdempotentAction } from "./idempotent-action.server";
import { FormBody } from "./read-body.server";
import { validateForm } from "./validate-form.server";

/**
 * The path of every form post: read the body, check origin and token, authenticate, validate, act, respond. `guard` throws
 * for a sender who may not act; its result is handed to `act`.
 */
export async function formAction<S extends z.ZodType, G>(
  { request, params }: ActionFunctionArgs,
  options: FormOptions<S, G>,
  guard: (request: Request) => Promise<G>,
  act: (context: FormContext<z.output<S>>, guarded: G) => Promise<FormResult>,
): Promise<FormResult> {
  if (request.method !== "POST") {
    setAllowedMethods("GET, HEAD, POST");
    throw data(METHOD_NOT_ALLOWED, { status: 405 });
  }
  return runWithHeaders(async () => {
    const body = new FormBody(request, options);
    try {
      const form = await body.read();
      const guarded = await authorizeSender(request, form, guard);
      const key = await submissionKey(request, form, options.door);
      const received = await options.receive?.(form, guarded, key && hashToken(key));
      const validated = await validateForm(form, options, guarded, params, received);
      if (!validated.ok) return validated.reply;
      const isOnce = typeof options.once === "function" ? options.once(form) : options.once;
      const fingerprint = isOnce ? await formFingerprint(form) : "";
      const context = {
        request,
        params,
        value: validated.value,
        form,
        held: body.upload,
        submission: key && hashToken(fingerprint ? `${key}|${fingerprint}` : key),
        refuse: validated.refuse,
      };
      const run = () => refuseFullJournal(form, validated.refuse, () => act(context, guarded));
      return await (isOnce && key ? runIdempotentAction(key, fingerprint, run) : run());
    } catch (error) {
      throw await recoverFromError(request, body.form, error);
    } finally {
      await body.close();
    }
  });
}
