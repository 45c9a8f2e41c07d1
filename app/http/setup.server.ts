import { isSetupCodeValid } from "~/domain/accounts/registration/setup.server";
import { t } from "~/i18n/t";
import { setRetryAfter } from "~/platform/request-context.server";
import { clientNetwork } from "./client-address.server";
import { guardedAction } from "./form/guarded-actions.server";
import { guardedLoader, notFound } from "./guards.server";

/** Accepts the code that the server printed at its start while there is no administrator; responds 404 otherwise. */
async function requireSetupCode(request: Request): Promise<object> {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const check = await isSetupCodeValid(code.slice(0, 100), clientNetwork(request));
  if (check.ok) return {};
  if (check.seconds === 0) throw notFound();
  setRetryAfter(check.seconds);
  throw Response.json(
    {
      kind: "unavailable",
      title: t("Too many tries"),
      message: t("Please wait {seconds} seconds, or take the address that the last start has printed.", {
        seconds: check.seconds,
      }),
    },
    { status: 429, headers: { "Retry-After": String(check.seconds) } },
  );
}

export const setUpLoader = guardedLoader(requireSetupCode);

export const setUpAction = guardedAction(
  async (request) => ({ guarded: await requireSetupCode(request) }),
  () => ({}),
);
