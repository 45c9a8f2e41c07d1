import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import { publicAction } from "~/http/form/guarded-actions.server";
import { lockBrowser } from "~/http/unlock.server";
import * as paths from "~/paths";

/**
 * "Quick exit": locks the session without deleting anything and redirects to a neutral page. The CSP limits form
 * targets to this origin, so the form redirects to this route's loader, which leaves no history entry to go back to.
 */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: z.object({}) }, async ({ request }) => {
    await lockBrowser(request);
    return redirect(paths.leave());
  });

const BODY = `<!doctype html><meta charset="utf-8"><title>…</title><a href="${QUICK_EXIT_URL}" rel="noreferrer">…</a>`;

/** The title does not name this site, because it may be visible for a moment. */
export const loader = () =>
  new Response(BODY, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      Refresh: `0; url=${QUICK_EXIT_URL}`,
      "Clear-Site-Data": '"cache"',
      "Cache-Control": "no-store",
    },
  });
