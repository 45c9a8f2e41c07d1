import type { LoaderFunctionArgs } from "@remix-run/node";
import { readCalendarFeed } from "~/domain/reminders/calendar-feed.server";
import { matchesEtag } from "~/http/api.server";
import { notFound, publicLoader } from "~/http/guards.server";

/** Calendar feed by its private URL, without session. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, params }) => {
    const token = params.file?.endsWith(".ics") ? params.file.slice(0, -4) : "";
    const feed = await readCalendarFeed(token);
    if (!feed) throw notFound();
    const headers = {
      ETag: feed.etag,
      // Revalidated each time, so that a replaced URL is invalid at once.
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
    };
    if (matchesEtag(request.headers.get("If-None-Match"), feed.etag))
      return new Response(null, { status: 304, headers });
    return new Response(feed.text, {
      headers: {
        ...headers,
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="still-and-know.ics"',
      },
    });
  });
