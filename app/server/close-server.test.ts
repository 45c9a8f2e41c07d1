/** @module-tag release */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { prepareClose } from "./manage-server.server";

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const LAST_RESPONSE = /^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*\r\n\r\nwhole$/;
/** The server closes idle connections this long after `close`, at the earliest. */
const DRAIN_MS = 500;

async function open(answer: RequestListener = (_, response) => response.end("whole")) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const closed = once(server, "close");
  const { port } = server.address() as AddressInfo;
  const join = () => connect(port, "127.0.0.1");
  return { closed, join, close: prepareClose(server) };
}

/** All data received until the connection closes, or the error code of the connection. */
async function receiveAll(client: Socket): Promise<string> {
  const parts: string[] = [];
  try {
    for await (const part of client.setEncoding("utf8") as AsyncIterable<string>) parts.push(part);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "broken";
  }
  return parts.join("");
}

/** Blocks the event loop that the test shares with the server. */
function blockEventLoop(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Connects and sends in every nth tick until connections are refused, while the server is too busy to accept them. */
async function connectUntilRefused(join: () => Socket, every: number): Promise<string[]> {
  const answers: Promise<string>[] = [];
  let isOpen = true;
  while (isOpen) {
    for (let turn = 1; turn < every; turn++) await nextTurn();
    const client = join().once("error", () => (isOpen = false));
    client.write(REQUEST);
    answers.push(receiveAll(client));
    // Blocks after Node has started the connection at the end of this tick.
    process.nextTick(blockEventLoop, 3);
    await nextTurn();
  }
  return Promise.all(answers);
}

test.each([3, 4, 5])(
  "responds to every client when one connects every %i ticks while a busy server closes",
  async (every) => {
    const { closed, join, close } = await open();
    const [answers] = await Promise.all([connectUntilRefused(join, every), close(), closed]);
    const accepted = answers.filter((answer) => answer !== "ECONNREFUSED");
    expect(accepted.length).toBeGreaterThan(0);
    for (const answer of accepted) expect(answer).toMatch(LAST_RESPONSE);
  },
);

test("responds to a request sent on an idle connection just before it is closed", async () => {
  const { closed, join, close } = await open();
  const client = join();
  client.write(REQUEST);
  await once(client, "data");
  const closing = close();
  // The event loop is blocked until both the request and the end of the drain are due, before the next poll of the sockets.
  setTimeout(blockEventLoop, DRAIN_MS - 20, 40);
  setTimeout(() => client.write(REQUEST), DRAIN_MS - 5);
  expect(await receiveAll(client)).toMatch(LAST_RESPONSE);
  await Promise.all([closing, closed]);
});

test("closes a connection that was never used", async () => {
  const { closed, join, close } = await open();
  const client = join();
  await once(client, "connect");
  const startedAt = performance.now();
  await close();
  expect(await receiveAll(client)).toBe("");
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(DRAIN_MS + 3_000);
});

test("sends the whole response when the server closes while a client reads slowly", async () => {
  const long = "x".repeat(20_000_000);
  const { closed, join, close } = await open((_, response) => response.end(long));
  const client = join();
  client.write(REQUEST);
  await once(client, "readable");
  const closing = close();
  await delay(DRAIN_MS + 200);
  expect((await receiveAll(client)).endsWith(`\r\n\r\n${long}`)).toBe(true);
  await Promise.all([closing, closed]);
});
