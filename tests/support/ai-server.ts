import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The behaviour of an OpenAI-compatible test server on a free port of the loopback. The server answers
 * `/v1/chat/completions`, streamed or whole, and records every request.
 */
export type ReplyMode =
  /** Replies with `reply`. */
  | "good"
  /** Streams single letters, or sends the bytes of a whole reply, at intervals of `dripMs`. */
  | "dripping"
  | "500"
  | "429"
  | "400"
  /** Responds with status 200 and a body that is not JSON. */
  | "garbage"
  /** Replies with several megabytes. */
  | "over-long"
  /** Responds with a valid reply without text. */
  | "empty"
  /** Rejects requests with a JSON schema with status 400, as small servers do. */
  | "schemaless"
  /** Closes the connection in the middle of the reply. */
  | "broken"
  /** Redirects to another URL. */
  | "redirect";

export type AiRequest = {
  authorization: string | undefined;
  body: {
    model: string;
    stream?: boolean;
    messages: { role: string; content: unknown }[];
    response_format?: unknown;
  };
  /** The unparsed body. */
  raw: string;
};

type Reply = string | object | ((request: AiRequest) => string | object);

export class AiServer {
  requests: AiRequest[] = [];
  /** Behaviour when `next` is empty and `modeFor` returns nothing. */
  mode: ReplyMode = "good";
  /** Behaviours of the next replies, one per request. They take precedence over `modeFor` and `mode`. */
  next: ReplyMode[] = [];
  /** Derives the behaviour from a request's text, which is the only way for tests in other processes to control the server. */
  modeFor: ((request: AiRequest) => ReplyMode | undefined) | undefined;
  /** A text, an object (sent as JSON), or a function of the request. */
  reply: Reply = "A quiet answer.";
  /** Replies wait until this promise resolves. */
  held: Promise<void> | undefined;
  dripMs = 20;
  /** `Retry-After` header of the mode "429". */
  retryAfter: string | undefined;
  private opened = 0;
  private server = createServer((request, response) => {
    answer(this, request, response).catch(() => response.destroy());
  }).on("connection", () => (this.opened += 1));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  /** Resets all state but the address. */
  reset(reply: Reply): void {
    Object.assign(this, { mode: "good", next: [], requests: [], reply, dripMs: 20 });
    Object.assign(this, { held: undefined, retryAfter: undefined });
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Value for AI_BASE_URL. */
  get url(): string {
    return `http://${this.host}/v1`;
  }

  /** Number of opened connections, with or without a request. */
  connections = () => this.opened;

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

/** Starts the server. Set `AI_BASE_URL` (in the test's own process `env.AI_BASE_URL`) to its `url`. */
export const startAiServer = (): Promise<AiServer> => new AiServer().start();

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const failure = (message: string) => ({ error: { message, type: "test_error", code: null, param: null } });

async function answer(state: AiServer, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const raw = await readAll(incoming);
  if (!incoming.url?.endsWith("/chat/completions")) return send(response, 404, failure("unknown address"));
  const request: AiRequest = {
    authorization: incoming.headers.authorization,
    body: JSON.parse(raw) as AiRequest["body"],
    raw,
  };
  state.requests.push(request);
  const mode = state.next.shift() ?? state.modeFor?.(request) ?? state.mode;
  await state.held;
  switch (mode) {
    case "500":
      return send(response, 500, failure("it broke"));
    case "429":
      return send(
        response,
        429,
        failure("slow down"),
        state.retryAfter ? { "Retry-After": state.retryAfter } : {},
      );
    case "400":
      return send(response, 400, failure("no such thing"));
    case "schemaless":
      if (/"json_schema"/.test(raw)) return send(response, 400, failure("response_format is not known"));
      break;
    case "garbage":
      return send(response, 200, "<html>Welcome to the hotel network</html>", {
        "Content-Type": "text/html",
      });
    case "redirect":
      return send(response, 307, "", { Location: "/v1/elsewhere/chat/completions" });
    case "over-long":
      return speak(state, request, response, "so ".repeat(2_000_000), mode);
    case "empty":
      return speak(state, request, response, "", mode);
    case "good":
    case "dripping":
    case "broken":
      break;
  }
  const reply = typeof state.reply === "function" ? state.reply(request) : state.reply;
  await speak(state, request, response, typeof reply === "string" ? reply : JSON.stringify(reply), mode);
}

async function speak(
  state: AiServer,
  { body }: AiRequest,
  response: ServerResponse,
  text: string,
  mode: ReplyMode,
): Promise<void> {
  if (!body.stream) return speakAtOnce(state, body.model, response, text, mode);
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  // A long reply waits for "drain" more than ten times, which would cause a warning about listeners.
  response.setMaxListeners(0);
  const pieces = mode === "dripping" ? [...text] : (text.match(/[\s\S]{1,24}/g) ?? []);
  for (const [at, content] of pieces.entries()) {
    if (response.destroyed) return;
    if (mode === "broken" && at >= 2) {
      // Waits until the written bytes are sent, so that the client receives a part of the reply.
      await delay(50);
      return void response.destroy();
    }
    const room = response.write(
      event(body.model, { delta: { role: "assistant", content }, finish_reason: null }),
    );
    if (mode === "dripping") await delay(state.dripMs);
    else if (!room) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
  }
  response.write(event(body.model, { delta: {}, finish_reason: "stop" }));
  response.write(event(body.model, undefined));
  response.end("data: [DONE]\n\n");
}

const usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };

function event(model: string, choice: object | undefined): string {
  const common = { id: "chat-1", object: "chat.completion.chunk", created: 1, model };
  const chunk = choice
    ? { ...common, choices: [{ index: 0, ...choice }] }
    : { ...common, choices: [], usage };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

async function speakAtOnce(
  state: AiServer,
  model: string,
  response: ServerResponse,
  text: string,
  mode: ReplyMode,
): Promise<void> {
  const body = JSON.stringify({
    id: "chat-1",
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage,
  });
  if (mode !== "dripping" && mode !== "broken") return send(response, 200, body);
  response.writeHead(200, { "Content-Type": "application/json" });
  for (const [at, byte] of [...body].entries()) {
    if (response.destroyed) return;
    if (mode === "broken" && at > 20) return void response.destroy();
    response.write(byte);
    await delay(state.dripMs);
  }
  response.end();
}
