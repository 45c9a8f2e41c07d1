import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import {
  createRequestHandler,
  writeReadableStreamToWritable,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import compression from "compression";
import { addressOf, headersFrom, requestFrom } from "~/http/incoming-request.server";
import { knownPatterns, matchPattern, type Pattern } from "~/http/route-patterns.server";
import { log } from "~/platform/log.server";
import { requestContext } from "~/platform/request-context.server";
import { cachedAnswer, isCached } from "./cached-pages.server";
import { fewAtOnce } from "./few-at-once.server";
import { lightenCopies } from "./light-request.server";
import { oneInATurn } from "./one-in-a-turn.server";
import { pack, WORTH_PACKING } from "./pack.server";
import { turnToPacked } from "./packed-assets.server";
import { packingOf, type Packing } from "./packings";
import { pageBuild } from "./page-build.server";

/** Node tells on this channel when a server listens. */
const LISTENING = "tracing:net.server.listen:asyncEnd";
/** Addresses as we write them; all others, and files, are left to the server's usual way. */
const PLAIN = /^\/(?:[\w~-]+(?:\/[\w~-]+)*)?(?:\.data)?$/;

/**
 * Answers our pages before `remix-serve` looks for a file and the framework for a route: each page has a request handler
 * of its own, which knows that page's routes alone. Everything else goes on to `remix-serve`.
 */
export function answerPages(read: () => ServerBuild): void {
  const onListening = (message: unknown) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    unsubscribe(LISTENING, onListening);
    const build = read();
    const [usual] = server.listeners("request") as RequestListener[];
    // Development renders what was edited a moment ago.
    if (!usual || build.mode !== "production") return;
    lightenCopies();
    server.off("request", usual);
    server.on("request", inFrontOf(usual, build));
  };
  subscribe(LISTENING, onListening);
}

function inFrontOf(usual: RequestListener, build: ServerBuild): RequestListener {
  const handlers = new Map<Pattern, RequestHandler>();
  const compress = compression() as unknown as Compress;
  const handlerOf = (page: Pattern) => {
    const known = handlers.get(page);
    if (known) return known;
    const made = createRequestHandler(pageBuild(build, page, knownPatterns()), build.mode);
    handlers.set(page, made);
    return made;
  };
  return (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const page = PLAIN.test(path) ? matchPattern(path, knownPatterns()) : undefined;
    if (!page || page.segments.includes("*")) {
      turnToPacked(request, response, build.assetsBuildDirectory);
      return usual(request, response);
    }
    const failed = (error: unknown) => {
      log.error("request.failed", error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    };
    const handle = handlerOf(page);
    // A person who has waited for their turn and left needs no page.
    const made = async () => {
      if (!response.destroyed) await answer(handle, request, response, compress);
    };
    const isReading = request.method === "GET";
    const network = () => requestContext.getStore()?.subnet ?? "";
    const usually = () => void (isReading ? fewAtOnce(made) : oneInATurn(network(), made)).catch(failed);
    if (!isCached(path, request.url ?? "", request.method, request.headers.cookie)) return usually();
    const asked = {
      url: addressOf(request),
      by: () => ({ method: "GET", headers: headersFrom(request.headers) }),
    };
    cachedAnswer(path, asked, handle)
      .then((kept) => (kept ? send(request, response, kept) : usually()))
      .catch(failed);
  };
}

type Whole = {
  headers: Iterable<[string, string]>;
  body: Buffer;
  packed?: Record<Packing, Buffer>;
};

/** Sends a document in one piece, packed where it was not packed before. */
async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers, body, packed }: Whole,
): Promise<void> {
  const packing = body.length < WORTH_PACKING ? undefined : packingOf(incoming.headers["accept-encoding"]);
  const sent = packing ? (packed?.[packing] ?? (await pack(body, packing))) : body;
  outgoing.appendHeader("Vary", "Accept-Encoding");
  if (packing) outgoing.setHeader("Content-Encoding", packing);
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  outgoing.end(sent);
}

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

async function answer(
  handle: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  compress: Compress,
): Promise<void> {
  const answered = await handle(requestFrom(incoming, outgoing));
  // Who has left meanwhile, as hundreds may who never sent what they had begun, is sent nothing.
  if (outgoing.destroyed) return;
  const { body } = answered;
  outgoing.statusCode = answered.status;
  if (answered.statusText) outgoing.statusMessage = answered.statusText;
  // Our documents are whole; what streams must not wait here.
  if (answered.headers.get("Content-Type")?.startsWith("text/html") && incoming.method !== "HEAD")
    return send(incoming, outgoing, {
      headers: answered.headers,
      body: Buffer.from(await answered.arrayBuffer()),
    });
  await new Promise<void>((resolve) => compress(incoming, outgoing, resolve));
  for (const [name, value] of answered.headers) outgoing.appendHeader(name, value);
  if (body) await writeReadableStreamToWritable(body, outgoing);
  else outgoing.end();
}
