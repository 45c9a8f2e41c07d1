import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { limitConnections, limitRequests } from "./connection-limits.server";

const opened: { destroy(): void }[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.destroy()));

async function served(
  most: { connections: number; ofAnAddress: number; few?: number },
  isBehindProxy = false,
) {
  const server = createServer((_request, response) => response.end("here"));
  limitConnections(server, most, isBehindProxy);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push({ destroy: () => void server.close() });
  const { port } = server.address() as AddressInfo;
  return async (localAddress?: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    opened.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
}

/** Whether a connection is answered, or was cut. */
async function isAnswered(socket: Socket): Promise<boolean> {
  if (socket.closed) return false;
  const cut = once(socket, "close").then(() => false);
  const answered = once(socket, "data").then(() => true);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return Promise.race([cut, answered]);
}

it("an address has a limit of open connections, and gets another when one of them has ended", async () => {
  const open = await served({ connections: 10, ofAnAddress: 3 });
  const sockets = [await open(), await open(), await open()];
  for (const socket of sockets) expect(await isAnswered(socket)).toBe(true);
  expect(await isAnswered(await open())).toBe(false);
  sockets[0]?.end();
  await once(sockets[0] as Socket, "close");
  expect(await isAnswered(await open())).toBe(true);
});

// Elsewhere a machine has one address of its own.
const onLinux = it.runIf(process.platform === "linux");

onLinux(
  "a crowd of connections from one neighbourhood gives way to whoever comes, and never those of a few",
  async () => {
    const open = await served({ connections: 10, ofAnAddress: 5, few: 5 });
    const early = await open("127.9.0.1");
    const crowd = [];
    for (let at = 0; at < 9; at++) crowd.push(await open(`127.1.1.${at % 3}`));
    const late = await open("127.8.0.1");
    expect(await isAnswered(late)).toBe(true);
    expect(await isAnswered(early)).toBe(true);
    expect(await isAnswered(crowd[0] as Socket)).toBe(false);
    expect(await isAnswered(crowd[1] as Socket)).toBe(true);
  },
);

onLinux("where every neighbourhood has a few connections, the one that comes last has to wait", async () => {
  const open = await served({ connections: 4, ofAnAddress: 5, few: 5 });
  const early = [];
  for (let at = 0; at < 4; at++) early.push(await open(`127.${at + 1}.0.1`));
  expect(await isAnswered(await open("127.8.0.1"))).toBe(false);
  for (const socket of early) expect(await isAnswered(socket)).toBe(true);
});

it("a server has a limit of open connections; behind a proxy an address is not counted, because it is the proxy's", async () => {
  const open = await served({ connections: 4, ofAnAddress: 1 }, true);
  for (let at = 0; at < 4; at++) expect(await isAnswered(await open())).toBe(true);
  expect(await isAnswered(await open())).toBe(false);
});

it("a client behind a proxy has a limit of open requests, however they arrive, and gets another when one has ended", async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const client = String(request.headers["x-forwarded-for"]);
    limitRequests(client, request.socket, (ended) => void response.once("close", ended));
    waiting.push(response);
    if (request.url === "/now") response.end("here");
  });
  limitConnections(server, { connections: 1_000, ofAnAddress: 1 }, true);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push({ destroy: () => void server.close() });
  const ask = (client: string, path: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    opened.push(socket);
    socket.on("error", () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`);
    return socket;
  };
  const answered = async (client: string) => {
    const socket = ask(client, "/now");
    const cut = once(socket, "close").then(() => false);
    return Promise.race([cut, once(socket, "data").then(() => true)]);
  };
  for (let at = 0; at < 200; at++) ask("10.1.1.1", "/wait");
  while (waiting.length < 200) await once(server, "request");
  expect(await answered("10.1.1.1")).toBe(false);
  expect(await answered("10.2.2.2")).toBe(true);
  const [first] = waiting;
  first?.end();
  await once(first as ServerResponse, "close");
  expect(await answered("10.1.1.1")).toBe(true);
});
