import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureFile } from "~/domain/journal/pages/entry-page.server";
import { jsonError, jsonHandler, methodNotAllowedResponse, requireApiKey } from "~/http/api.server";
import { t } from "~/i18n/t";

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  jsonHandler(async () => {
    if (!["GET", "HEAD"].includes(request.method)) return methodNotAllowedResponse("GET, HEAD");
    const member = await requireApiKey(request, "read");
    const bytes = await pictureFile(member, params.pictureId ?? "", false);
    if (!bytes) return jsonError(404, t("There is no such picture in this journal."));
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Length": String(bytes.length),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "sandbox; default-src 'none'",
      },
    });
  });

export const action = () => methodNotAllowedResponse("GET, HEAD");
