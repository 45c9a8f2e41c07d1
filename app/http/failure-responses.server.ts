import type { Failure } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import { requestContext } from "~/platform/request-context.server";

/** The response to each known failure, for forms, pages and JSON calls. */
export const FAILURE_RESPONSES: Record<Failure, { status: number; title: string; message: string }> = {
  database_away: {
    status: 503,
    title: t("We cannot reach your journal just now"),
    message: t(
      "The database is not answering. Nothing you typed is lost: please wait a moment and try again.",
    ),
  },
  disk_full: {
    status: 507,
    title: t("There is no room to save this"),
    message: t(
      "The server’s disk is full. Nothing you typed is lost: please tell the operator and try again.",
    ),
  },
  busy: {
    status: 503,
    title: t("A great many people are signing in just now"),
    message: t("Please wait a moment and try again."),
  },
};

export const CROSS_SITE_POST = {
  title: t("We could not accept this form"),
  message: t("It was sent from another site, so nothing was done."),
} as const;
export const STALE_POST = {
  title: CROSS_SITE_POST.title,
  message: t("The page had been open too long. Please look through what is below and send it again."),
} as const;

/** A form that may not act. Its sender gets the form back with the reason. */
export class FormRefusal extends Error {
  override name = "FormRefusal";
  constructor(
    readonly status: 403 | 429,
    /** `siteOrigin` is the origin that accepts the form. */
    readonly reason: { title: string; message: string; siteOrigin?: string },
  ) {
    super(reason.message);
  }
}

export const METHOD_NOT_ALLOWED = t("This address does not accept that kind of request.");
export const BAD_REQUEST = t("This address cannot be read.");
export const ADDRESS_TOO_LONG = t("This address is too long.");

/** Missing pages and records of others get the same message, so that it does not reveal which records exist. */
export const NOT_FOUND = t("Not found");

/**
 * Adds the headers that the request's loaders and actions have set, and `no-store` unless the response has its own
 * Cache-Control: neither a shared cache nor the back button may show a private page after sign-out.
 */
export function completeHeaders(headers: Headers): void {
  for (const [name, value] of requestContext.getStore()?.responseHeaders ?? [])
    if (!headers.has(name)) headers.set(name, value);
  if (headers.has("Cache-Control")) return;
  headers.set("Cache-Control", "no-store");
  headers.append("Vary", "Cookie");
}

/** Completes the headers of a Response; passes on everything else, such as the data of a page that is rendered again. */
export function completeResponse<T>(result: T): T {
  if (result instanceof Response) completeHeaders(result.headers);
  return result;
}

/** Runs a loader or an action, and completes the headers of a response that it returns or throws. */
export async function runWithHeaders<T>(run: () => Promise<T> | T): Promise<T> {
  try {
    return completeResponse(await run());
  } catch (error) {
    throw completeResponse(error);
  }
}
