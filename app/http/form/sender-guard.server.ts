import { STALE_POST } from "~/http/failure-responses";
import { originRefusal } from "~/http/request-origin.server";
import { verifyCsrf } from "./csrf.server";
import { deferFormUntilSignIn } from "./deferred-form.server";
import { formRecovery } from "./form-recovery.server";

/**
 * Lets a form act when it comes from our own pages, with this browser's token, and from a sender whom the guard accepts. A
 * sender who has to sign in first finds the form again afterwards.
 */
export async function authorizeSender<G>(
  request: Request,
  form: FormData,
  guard: (request: Request) => Promise<G>,
): Promise<G> {
  const verdict = await verifyCsrf(request, form);
  const refusal = originRefusal(request, { mayWithhold: verdict !== "foreign" });
  if (refusal) throw await formRecovery(request, form, { status: 403, ...refusal });
  const guarded = await guard(request).catch(async (refused: unknown) => {
    throw refused instanceof Response ? await deferFormUntilSignIn(request, form, refused) : refused;
  });
  if (verdict === "stale") throw await formRecovery(request, form, { status: 403, ...STALE_POST });
  return guarded;
}
