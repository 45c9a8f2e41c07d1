import { t } from "~/i18n/t";

/** Bodies have limits, and a body that cannot be read is the sender's mistake, never a server error. */
export const BODY_LIMITS = {
  form: 256 * 1024,
  json: 64 * 1024,
  webhook: 256 * 1024,
  fields: 100,
  field: 100_000,
} as const;

/** A body that was refused; `status` is 400, 413 or 415, or 503 where too many are being read at this moment. */
export class BodyError extends Error {
  override name = "BodyError";
  constructor(
    readonly status: 400 | 413 | 415 | 503,
    message: string,
    /** What was sent, where it could be read. */
    readonly form?: FormData,
  ) {
    super(message);
  }
}

export const TOO_LARGE = t("That is more text than one page can hold. Please shorten it and try again.");
export const TOO_MUCH_AT_ONCE = t("Too much is being sent at this moment. Please try again in a minute.");
export const UNREADABLE = t("The form could not be read. Please try again.");

/** @throws BodyError for what is not UTF-8, instead of replacing it */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BodyError(400, UNREADABLE);
  }
}
