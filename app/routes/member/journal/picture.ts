import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureFile } from "~/domain/journal/pages/entry-page.server";
import { memberLoader, notFound } from "~/http/guards.server";

/** The file of a picture, for its owner only. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const isSmall = url.searchParams.get("size") === "small";
    const bytes = await pictureFile(member, params.pictureId ?? "", isSmall);
    if (!bytes) throw notFound();
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Length": String(bytes.length),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "sandbox; default-src 'none'",
      },
    });
  });
