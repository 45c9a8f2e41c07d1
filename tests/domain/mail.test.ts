import { createServer, type AddressInfo } from "node:net";
import { hostname } from "node:os";
import PostalMime from "postal-mime";
import { describe, expect, it, onTestFinished } from "vitest";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { startSmtpPeer } from "#tests/support/smtp-peer";
import { accountMail } from "~/domain/accounts/security/account-mail.server";
import { healthSummary } from "~/domain/administration/health/health-summary";
import { readHealth } from "~/domain/administration/health/health.server";
import { enqueueMail, sealPendingMail, sendDueMail } from "~/domain/reminders/mail/outbox.server";
import { now, setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { closeMailTransport } from "~/platform/mail/transport.server";
import { checkMail } from "../../scripts/commands/doctor/network";

const verificationMail = accountMail(
  { kind: "verify-email", to: "ann@example.test", secret: "secret-of-the-link" },
  "https://still.example",
);

const enqueue = () => enqueueMail("mail-1", verificationMail, null);
const later = (ms: number) => {
  const at = new Date(Date.now() + ms);
  setClock(() => at);
};

/** A relay that rejects the greeting. */
async function startStrictRelay(): Promise<void> {
  const server = createServer((socket) => {
    socket.write("220 relay.example ESMTP\r\n");
    socket.on("data", () => socket.write("501 5.5.2 ann@example.test: Domain name required\r\n"));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    closeMailTransport();
    server.close();
  });
}

describe("SMTP greeting", () => {
  it.each([
    ["https://journal.example.org", true, "journal.example.org"],
    ["http://192.0.2.7:3000", true, "[192.0.2.7]"],
    ["http://localhost:3000", false, hostname()],
  ])("at %s (named: %s) is %s", async (origin, isNamed, greeting) => {
    Object.assign(env, { PUBLIC_ORIGIN: origin, isOriginNamed: isNamed });
    const peer = await startSmtpPeer();
    await enqueue();
    await sendDueMail();
    expect(peer.greetings).toEqual([greeting]);
  });

  it("is retried when the relay rejects it, and reported without addresses", async () => {
    await startStrictRelay();
    await enqueue();
    await sendDueMail();
    const relayReply = "501 5.5.2 (address) Domain name required";
    expect(await OutgoingMailModel.findById("mail-1").lean()).toMatchObject({
      state: "queued",
      tries: 1,
      lastError: relayReply,
    });
    expect(healthSummary(await readHealth())).toContainEqual({
      label: "The mail server said",
      value: relayReply,
    });
    expect(await checkMail(undefined)).toMatchObject({
      state: "wrong",
      words: `The mail server refused: ${relayReply}. Look at SMTP_URL.`,
    });
  });
});

describe("outbox", () => {
  it("sends a pending email once and erases its content", async () => {
    const peer = await startSmtpPeer();
    await createUser({ pendingMail: [sealPendingMail(verificationMail, now())] });
    await Promise.all([sendDueMail(), sendDueMail()]);
    expect(peer.mails).toHaveLength(1);
    const mail = await PostalMime.parse(peer.mails[0] ?? "");
    const to = [{ address: "ann@example.test" }];
    expect(mail).toMatchObject({ subject: "Verify your email address", to });
    expect(mail.text).toContain("/verify-email?token=secret-of-the-link");
    expect((await UserModel.findOne().lean())?.pendingMail).toEqual([]);
    const [record] = await OutgoingMailModel.find();
    expect(record).toMatchObject({ state: "sent", tries: 1 });
    expect(record?.sealed).toHaveLength(0);
    expect(record?.expiresAt).toBeInstanceOf(Date);
  });

  it("retries after a temporary rejection with the same message id", async () => {
    const peer = await startSmtpPeer([451]);
    await enqueue();
    await sendDueMail();
    expect(await OutgoingMailModel.findById("mail-1").lean()).toMatchObject({ state: "queued", tries: 1 });
    await sendDueMail();
    expect(peer.mails).toHaveLength(0);
    later(15_000);
    await sendDueMail();
    expect(peer.mails).toHaveLength(1);
    expect((await PostalMime.parse(peer.mails[0] ?? "")).messageId).toBe("<mail-1@localhost>");
  });

  it("gives up after a permanent rejection and does not log the address", async () => {
    await startSmtpPeer([550]);
    await enqueue();
    await sendDueMail();
    const record = await OutgoingMailModel.findById("mail-1").lean();
    expect(record).toMatchObject({ state: "dead" });
    expect(record?.lastError).not.toContain("ann@");
  });

  it("reclaims an email whose process died while sending", async () => {
    const peer = await startSmtpPeer();
    await enqueue();
    await OutgoingMailModel.updateOne(
      { _id: "mail-1" },
      { $set: { state: "sending", nextTryAt: new Date(Date.now() + 60_000) } },
    );
    await sendDueMail();
    expect(peer.mails).toHaveLength(0);
    later(61_000);
    await sendDueMail();
    expect(peer.mails).toHaveLength(1);
  });

  it("queues one email per id and prints it when no mail server is set", async () => {
    env.SMTP_URL = undefined;
    await Promise.all([enqueue(), enqueue()]);
    expect(await OutgoingMailModel.countDocuments()).toBe(1);
    await sendDueMail();
    expect(await OutgoingMailModel.findById("mail-1").lean()).toMatchObject({ state: "printed" });
  });
});
