import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureFile } from "~/domain/writing/picture-page.server";
import { answerJson, fail, wrongMethod } from "~/http/api.server";
import { requireProgram } from "~/http/program-access.server";
import { t } from "~/i18n/t";

/** Sends a picture to an API client of its owner. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerJson(async () => {
    if (!["GET", "HEAD"].includes(request.method)) return wrongMethod("GET, HEAD");
    const member = await requireProgram(request, "read");
    const bytes = await pictureFile(member, params.pictureId ?? "", false);
    if (!bytes) return fail(404, t("There is no such picture in this journal."));
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Length": String(bytes.length),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "sandbox; default-src 'none'",
      },
    });
  });

export const action = () => wrongMethod("GET, HEAD");
