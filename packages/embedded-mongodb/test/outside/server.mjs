// Serves the engine at a host and port for the test suites of other projects (MongoDB's driver, mongoose), which connect by
// TCP. The package itself listens on a socket file only.
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "embedded-mongodb";

/** Starts a server on an empty directory. It removes expired documents every second, which the suites rely on. */
export async function startTcpServer() {
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-mongodb-outside-"));
  // The socket file is named after the port's address, because drivers reconnect to the address that the server reports.
  const before = process.cwd();
  process.chdir(dataDir);
  const proxy = createServer((socket) => {
    const inner = connect(join(dataDir, address));
    socket.pipe(inner).pipe(socket);
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ]) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${proxy.address().port}`;
  const log = [];
  const server = await start({
    dataDir,
    socketPath: address,
    ttlIntervalMs: 1000,
    log: (line) => log.push(line),
  });
  process.chdir(before);
  return {
    address,
    /** Log of unexpected failures; it should stay empty. */
    log,
    async stop() {
      proxy.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
