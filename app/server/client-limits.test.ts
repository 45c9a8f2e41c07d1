import { EventEmitter, once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { countOpenConnection, limitBodyTime, limitClients } from "./client-limits.server";

const MAX_OF_NETWORK = 200;

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Opens the maximum of a network. */
function openAll(address: string): EventEmitter[] {
  const opened = Array.from({ length: MAX_OF_NETWORK }, () => new EventEmitter());
  for (const one of opened) expect(countOpenConnection(address, one)).toBe(true);
  onTestFinished(() => opened.forEach((one) => one.emit("close")));
  return opened;
}

describe("client", () => {
  it("opens a connection beyond its maximum only when another has closed", () => {
    const [first] = openAll("192.0.2.7");
    expect(countOpenConnection("192.0.2.7", new EventEmitter())).toBe(false);
    first?.emit("close");
    const another = new EventEmitter();
    expect(countOpenConnection("192.0.2.7", another)).toBe(true);
    another.emit("close");
  });

  it.each([
    ["192.0.2", ["192.0.2.7", "192.0.2.8"], "192.0.2.9", "198.51.100.1"],
    ["2001:db8", ["2001:db8::1", "2001:db8:0:1::1"], "2001:db8:0:2::1", "2001:db8:1::1"],
  ])("leaves capacity for others when it has many addresses of %s", (_, addresses, own, other) => {
    addresses.forEach(openAll);
    expect(countOpenConnection(own, new EventEmitter())).toBe(false);
    const opened = new EventEmitter();
    expect(countOpenConnection(other, opened)).toBe(true);
    opened.emit("close");
  });

  it.each([
    ["loses a connection beyond its maximum", false, false],
    ["keeps every connection behind a proxy", true, true],
  ])("%s", async (_, isBehindProxy, isAnswered) => {
    const server = createServer((__, response) => response.end("here"));
    limitClients(server, server, isBehindProxy);
    const port = await portOf(server);
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    for (let at = 0; at <= MAX_OF_NETWORK; at++) {
      sockets.push(connect(port, "127.0.0.1").on("error", () => undefined));
      await once(sockets.at(-1) as Socket, "connect");
    }
    const last = sockets.at(-1) as Socket;
    last.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const answered = once(last, "data").then(() => true);
    expect(await Promise.race([answered, once(last, "close").then(() => false)])).toBe(isAnswered);
  });
});

describe("slow form", () => {
  /** Sends the first half of a form, and the second when `finish` is called. */
  async function sendSlowly(bytesOfFiles: number) {
    const server = createServer((incoming, response) => {
      const extendBodyTimeout = limitBodyTime(incoming, 100);
      if (bytesOfFiles > 0) extendBodyTimeout(bytesOfFiles);
      incoming.on("error", () => undefined).resume();
      incoming.on("end", () => response.end("whole"));
    });
    const port = await portOf(server);
    const sent = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-length": 4 } });
    const outcome = new Promise<string>((resolve) => {
      sent.on("error", () => resolve("ended"));
      sent.on("response", (response) => response.setEncoding("utf8").on("data", resolve));
    });
    sent.write("ab");
    return { outcome, finish: () => sent.end("cd") };
  }

  it("is cut off after the timeout", async () => {
    const { outcome } = await sendSlowly(0);
    expect(await outcome).toBe("ended");
  });

  it("gets more time when it contains files", async () => {
    const files = await sendSlowly(1024 * 1024);
    // The form starts after the upload, so without more time the upload would have been cut off before it.
    const form = await sendSlowly(0);
    await form.outcome;
    files.finish();
    expect(await files.outcome).toBe("whole");
  });
});
