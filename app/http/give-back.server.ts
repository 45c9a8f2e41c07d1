import { data } from "@remix-run/node";
import { SUBMISSION_FIELD, TOKEN_FIELD, protectForms, type FormProtection } from "./form-protection.server";

/** A form that could not be taken, handed back as a page of its own so that nothing typed is lost. */
export type GiveBack = {
  kind: "give-back";
  title: string;
  message: string;
  /** Where to send it again. */
  action: string;
  fields: [name: string, value: string][];
  protection: FormProtection;
};

const SECRET = /password|code|secret|token/i;

/** Throwable: the error screen shows the text and a button to send it again. Passwords are not given back. */
export async function giveBack(
  request: Request,
  form: FormData | undefined,
  failure: { status: number; title: string; message: string },
): Promise<ReturnType<typeof data<GiveBack>>> {
  const fields: [string, string][] = [];
  for (const [name, value] of form ?? []) {
    if (typeof value !== "string" || name === TOKEN_FIELD || name === SUBMISSION_FIELD || SECRET.test(name))
      continue;
    fields.push([name, value]);
  }
  const { protection, headers } = await protectForms(request);
  if (failure.status === 503) headers.set("Retry-After", "5");
  const { pathname, search } = new URL(request.url);
  return data<GiveBack>(
    {
      kind: "give-back",
      title: failure.title,
      message: failure.message,
      action: pathname.replace(/\.data$/, "") + search,
      fields,
      protection,
    },
    { status: failure.status, headers },
  );
}
