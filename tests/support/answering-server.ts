import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { observeRequests } from "~/server/observe-requests.server";

type SentHeaders = Record<string, string[] | undefined>;

/** A server that observes requests and appends a route's headers to its own, as `remix-serve` does. */
export async function startAnsweringServer() {
  observeRequests();
  let answer: { status: number; headers: Headers };
  const server = createServer((_request, response) => {
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) response.appendHeader(name, value);
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    /** The received headers of a route's response, including repeated ones. */
    send: async (status: number, headers: Headers): Promise<SentHeaders> => {
      answer = { status, headers: new Headers(headers) };
      answer.headers.delete("Content-Length");
      const incoming = new Promise<SentHeaders>((resolve, reject) => {
        get({ port, host: "127.0.0.1" }, (response) => {
          response.resume();
          resolve(response.headersDistinct);
        }).once("error", reject);
      });
      return incoming;
    },
    close: () => server.close(),
  };
}

/** Headers that were sent more than once, or whose value repeats an item. */
export function repeatedHeaders(sent: SentHeaders): string[] {
  return Object.entries(sent).flatMap(([name, values = []]) => {
    const parts = name === "set-cookie" ? [] : values.join(", ").split(/, */);
    const isRepeated = new Set(parts).size < parts.length;
    return isRepeated || (values.length > 1 && !["set-cookie", "vary"].includes(name)) ? [name] : [];
  });
}
