import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import { publicAction } from "~/http/form/guarded-actions.server";
import { lockBrowser } from "~/http/unlock.server";
import * as paths from "~/paths";

/**
 * "Leave this page": locks the journal of this browser, deletes nothing, and goes on to a page that is not ours. A form may lead
 * to our own pages only, so it leads to the loader, whose answer the browser does not keep as a step to go back to.
 */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: z.object({}) }, async ({ request }) => {
    await lockBrowser(request);
    return redirect(paths.leave());
  });

const BODY = `<!doctype html><meta charset="utf-8"><title>…</title><a href="${QUICK_EXIT_URL}" rel="noreferrer">…</a>`;

/** Without a name of ours in it: it may be seen for a moment. */
export const loader = () =>
  new Response(BODY, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      Refresh: `0; url=${QUICK_EXIT_URL}`,
      "Clear-Site-Data": '"cache"',
      "Cache-Control": "no-store",
    },
  });
