import type { LoaderFunctionArgs } from "@remix-run/node";
import { EXPORTS_RUNNING } from "~/domain/portability/data-texts";
import { exportJournal, isExportLimitReached } from "~/domain/portability/export-journal.server";
import { jsonError, jsonHandler, methodNotAllowedResponse, requireApiKey } from "~/http/api.server";
import { downloadResponse } from "~/http/responses.server";
import { t } from "~/i18n/t";

/** Sends the whole journal to an API client, the same file as under Settings, Data. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  jsonHandler(async () => {
    if (request.method !== "GET") return methodNotAllowedResponse("GET");
    const member = await requireApiKey(request, "read");
    const format = new URL(request.url).searchParams.get("format");
    if (format !== "markdown" && format !== "json")
      return jsonError(400, t("“format” has to be markdown or json."));
    if (isExportLimitReached(member))
      return jsonError(429, `${EXPORTS_RUNNING.title}. ${EXPORTS_RUNNING.text}`, undefined, {
        "Retry-After": "10",
      });
    return downloadResponse(await exportJournal(member, format));
  });

export const action = () => methodNotAllowedResponse("GET");
