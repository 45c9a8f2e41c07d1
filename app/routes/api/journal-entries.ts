import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { EMPTY_ENTRY, FUTURE_DAY } from "~/domain/journal/schema";
import { createEntryByApi, readChanges } from "~/domain/portability/api/journal-api.server";
import { jsonEntry } from "~/domain/portability/export-schema";
import { markdownEntry } from "~/domain/portability/markdown-file.server";
import { isIdempotencyKey, NewEntrySchema, parseIsoMoment } from "~/domain/portability/schema";
import {
  absoluteUrl,
  jsonError,
  jsonHandler,
  jsonOk,
  jsonWithEtag,
  methodNotAllowedResponse,
  readJson,
  requireApiKey,
  requireSameOrigin,
} from "~/http/api.server";
import { BODY_LIMITS } from "~/http/request-body.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Lists changes of the journal for an API client, page by page. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  jsonHandler(async () => {
    if (!["GET", "HEAD"].includes(request.method)) return methodNotAllowedResponse("GET, HEAD, POST");
    const member = await requireApiKey(request, "read");
    const { searchParams } = new URL(request.url);
    const sinceParam = searchParams.get("since");
    const since = sinceParam === null ? null : parseIsoMoment(sinceParam);
    if (sinceParam !== null && !since)
      return jsonError(400, t("“since” has to be a moment, as in 2026-11-21T10:00:00Z."));
    const format = searchParams.get("as");
    if (format !== null && format !== "markdown")
      return jsonError(400, t("“as” has to be markdown, or left out."));
    const changes = await readChanges(member, { since, cursor: searchParams.get("cursor") });
    if (!changes) return jsonError(400, t("“cursor” has to be one that an earlier answer gave."));
    const { deleted, cursor, unreadable, total } = changes;
    const entries = changes.entries.map((entry) =>
      format === null ? jsonEntry(entry) : markdownEntry(entry),
    );
    return jsonWithEtag(
      request,
      { entries, deleted, cursor, ...(unreadable.length > 0 && { unreadable }) },
      total === null ? {} : { "Entries-Total": String(total) },
    );
  });

/** Saves an entry from an API client. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { request } = args;
    // Rejects cross-origin requests before the key is looked up and the body is read.
    requireSameOrigin(request, "POST");
    const member = await requireApiKey(request, "add");
    const key = request.headers.get("Idempotency-Key");
    if (key !== null && !isIdempotencyKey(key))
      return jsonError(400, t("“Idempotency-Key” has to be 1 to 200 visible ASCII characters."));
    const value = await readJson(args, "POST", NewEntrySchema, BODY_LIMITS.form);
    const result = await createEntryByApi(member, value, key);
    if (!result.ok)
      return result.code === "empty"
        ? jsonError(400, EMPTY_ENTRY, { body: [EMPTY_ENTRY] })
        : jsonError(400, FUTURE_DAY, { forDate: [FUTURE_DAY] });
    const address = absoluteUrl(paths.entry(result.id));
    return jsonOk({ id: result.id, address }, 201, { Location: address });
  });
