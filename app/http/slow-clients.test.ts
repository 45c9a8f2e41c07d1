import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitBodyTime, limitSlowClients } from "./slow-clients.server";

const server = createServer((incoming, response) => {
  const giveTime = limitBodyTime(incoming, 100);
  if (incoming.url === "/files") giveTime(1024 * 1024);
  incoming.on("error", () => undefined).resume();
  incoming.on("end", () => response.end("whole"));
});

beforeAll(async () => {
  limitSlowClients(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** Sends the first half of a form, and the second when it is told to. */
function sendSlowly(path: string) {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", path, method: "POST", headers: { "content-length": 4 } });
  const outcome = new Promise<string>((resolve) => {
    sent.on("error", () => resolve("ended"));
    sent.on("response", (response) => response.setEncoding("utf8").on("data", resolve));
  });
  sent.write("ab");
  return { outcome, finish: () => sent.end("cd") };
}

describe("a form that arrives slowly", () => {
  it("is ended, so that slow connections do not pile up", async () => {
    const { outcome } = sendSlowly("/words");
    expect(await outcome).toBe("ended");
  });

  it("is waited for while it brings files", async () => {
    const words = sendSlowly("/words");
    const files = sendSlowly("/files");
    // Both began together: by now the one would have been ended as well.
    await words.outcome;
    files.finish();
    expect(await files.outcome).toBe("whole");
  });
});
