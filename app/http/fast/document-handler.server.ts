import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

/**
 * Answers with documents alone. Where single fetch is on, the framework writes what the loaders said into a stream for each
 * document, a fourteenth of a page's cost; ours say it as JSON (render-document.server.tsx) and leave the stream unread. How loaders
 * are called, it settles at the first request; whether it writes the stream, it asks at every one.
 */
export function documentHandler(build: ServerBuild, mode: string): RequestHandler {
  const asked = { ...build };
  const handle = createRequestHandler(asked, mode);
  const future = { ...build.future, v3_singleFetch: false };
  return (request, context) => {
    const answer = handle(request, context);
    asked.future = future;
    return answer;
  };
}
