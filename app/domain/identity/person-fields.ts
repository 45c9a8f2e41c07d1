import { z } from "zod";
import { canonicalEmail } from "./email";
import { FIELD_MESSAGES as M } from "./texts";

/** What several forms ask of a person. An empty field counts as absent, by form and by JSON alike. */
export const emailField = z
  .string({ error: M.emailRequired })
  .trim()
  .min(1, { error: M.emailRequired, abort: true })
  .transform((raw, context) => {
    const email = canonicalEmail(raw);
    if (email !== undefined) return email;
    context.addIssue({ code: "custom", message: M.emailInvalid });
    return z.NEVER;
  });

export const usernameField = z
  .string({ error: M.usernameRequired })
  .min(1, { error: M.usernameRequired, abort: true })
  .min(3, M.usernameShort)
  .max(30, M.usernameLong)
  .regex(/^\w*$/, M.usernameCharacters);
