import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { env } from "~/platform/env.server";
import { closeMailTransport } from "~/platform/mail/transport.server";

/** A real SMTP server on loopback, which `env` names until the end of the test. It refuses the first mails with `refusals`. */
export async function startSmtpPeer(refusals: number[] = []) {
  const peer = { mails: [] as string[], greetings: [] as string[] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      peer.greetings.push(session.hostNameAppearsAs);
      buffer(stream).then((mail) => {
        const responseCode = refusals.shift();
        if (responseCode) return done(Object.assign(new Error("refused"), { responseCode }));
        peer.mails.push(mail.toString());
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    closeMailTransport();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return peer;
}
