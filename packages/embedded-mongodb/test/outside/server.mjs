// The engine as others' tests expect a server: at a host and port. The package itself listens on a socket file only.
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "embedded-mongodb";

/** Starts it on an empty directory. Expired documents are looked for each second, as those tests want it. */
export async function startForOthers() {
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-mongodb-outside-"));
  // The socket gets the port's address as its file name: drivers ask the server where it is, and must come back here.
  const before = process.cwd();
  process.chdir(dataDir);
  const door = createServer((socket) => {
    const inner = connect(join(dataDir, address));
    socket.pipe(inner).pipe(socket);
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ]) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  await new Promise((resolve) => door.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${door.address().port}`;
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
    /** Lines about unexpected failures: there should be none. */
    log,
    async stop() {
      door.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
