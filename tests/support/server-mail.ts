import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server for tests: every message becomes a file, `<number>.eml`, which test processes read. */
export async function startMailServer(folder: string): Promise<{ port: number; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, done) {
      const file = path.join(folder, `${String((received += 1)).padStart(6, "0")}.eml`);
      buffer(stream).then((message) => {
        writeFileSync(`${file}.part`, message);
        renameSync(`${file}.part`, file);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
