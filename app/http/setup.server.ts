import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { isSetupCodeValid } from "~/domain/accounts/registration/setup.server";
import { t } from "~/i18n/t";
import { setRetryAfter } from "~/platform/request-context.server";
import { clientNetwork } from "./client-address.server";
import { formAction } from "./form/form-action.server";
import type { FormContext, FormOptions, FormResult } from "./form/form-options.server";
import { loaderContext, runLoader, type LoaderContext, type LoaderResult } from "./guards.server";

/** Accepts the code that the server printed at its start while there is no administrator; responds 404 otherwise. */
async function requireSetupCode(request: Request): Promise<void> {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const opened = await isSetupCodeValid(code.slice(0, 100), clientNetwork(request));
  if (opened.ok) return;
  if (opened.seconds === 0) throw data(null, { status: 404 });
  setRetryAfter(opened.seconds);
  throw data(
    {
      kind: "unavailable",
      title: t("Too many tries"),
      message: t("Please wait {seconds} seconds, or take the address that the last start has printed.", {
        seconds: opened.seconds,
      }),
    },
    { status: 429, headers: { "Retry-After": String(opened.seconds) } },
  );
}

/** A loader of the set-up page. */
export function setUpLoader<T extends LoaderResult>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext) => Promise<T>,
): Promise<T> {
  return runLoader(async () => {
    await requireSetupCode(args.request);
    return load(loaderContext(args));
  });
}

/** An action of the set-up page. */
export function setUpAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: FormOptions<S>,
  act: (context: FormContext<z.output<S>>) => Promise<FormResult>,
): Promise<FormResult> {
  return formAction(args, options, requireSetupCode, act);
}
