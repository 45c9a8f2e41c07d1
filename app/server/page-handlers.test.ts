import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createRequest } from "./page-handlers.server";

describe("request signal", () => {
  let stop = () => {};
  afterEach(() => stop());

  /** Sends a request and returns its Remix counterpart. */
  async function receiveRequest() {
    const server = createServer((incoming, outgoing) => {
      server.emit("taken", createRequest(incoming, outgoing));
    }).listen(0, "127.0.0.1");
    const taken = once(server, "taken") as Promise<[Request]>;
    stop = () => void server.close();
    await once(server, "listening");
    const sent = ask({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", agent: false }).end();
    sent.on("error", () => {}).on("response", (response) => response.resume());
    const [request] = await taken;
    return { sent, request };
  }
  const aborted = ({ signal }: Request) => signal.aborted || once(signal, "abort");

  it("aborts when the client disconnects before the response", async () => {
    const { sent, request } = await receiveRequest();
    expect(request.signal.aborted).toBe(false);
    sent.destroy();
    await aborted(request);
    expect(String(request.signal.reason)).toBe("AbortError: client gone");
  });
});
