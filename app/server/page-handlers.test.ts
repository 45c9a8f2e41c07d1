import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createRequest } from "./page-handlers.server";

describe("the signal of a request", () => {
  let stop = () => {};
  afterEach(() => stop());

  /** Sends a request and gives what the framework would get of it. */
  async function received() {
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
  const given = ({ signal }: Request) => signal.aborted || once(signal, "abort");

  it("aborts when the client leaves before it has its answer", async () => {
    const { sent, request } = await received();
    expect(request.signal.aborted).toBe(false);
    sent.destroy();
    await given(request);
    expect(String(request.signal.reason)).toBe("AbortError: client gone");
  });
});
