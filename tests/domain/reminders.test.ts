import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OutgoingMailModel, PushDeviceModel } from "#models/reminders.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createUser, readMember } from "#tests/factories/user";
import { savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import { endPause, pauseUntil } from "~/domain/journal/rhythm/rhythm.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { DEFAULT_REMINDERS } from "~/domain/member/preferences";
import { claimMail } from "~/domain/reminders/mail/outbox.server";
import { addDevice, listDevices } from "~/domain/reminders/push-devices.server";
import {
  rescheduleReminders,
  saveReminders,
  sendDueReminders,
  sendTestReminder,
  startPush,
  stopPush,
} from "~/domain/reminders/reminders.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const signal = new AbortController().signal;
let at = new Date();

beforeEach(() => {
  at = new Date("2026-11-21T00:00:00Z");
  setClock(() => at);
});

const fresh = async (id: number) => (await UserModel.findById(id).lean()) as UserRecord;

/** Creates a member with email reminders, scheduled as the settings page does. */
async function createReminded(overrides: Partial<UserRecord> = {}): Promise<UserRecord> {
  const user = await createUser({ timezone: "Europe/Berlin", ...overrides });
  await saveReminders(memberFrom(user), { ...DEFAULT_REMINDERS, email: true, ...overrides.reminders });
  return fresh(user._id);
}

const mailTo = async (id: number) =>
  (await OutgoingMailModel.find({ userId: id, kind: "reminder" }).sort({ createdAt: 1 }).lean()).map(
    ({ createdAt }) => createdAt.toISOString().slice(0, 16),
  );

/** Advances the clock in steps and sends reminders at each. */
async function advance(hours: number, stepMinutes = 15): Promise<void> {
  for (let minute = 0; minute < hours * 60; minute += stepMinutes) {
    at = new Date(at.getTime() + stepMinutes * 60_000);
    await sendDueReminders(signal);
  }
}

describe("reminders by email", () => {
  it("are sent once each at the prompt times in the member's zone", async () => {
    const [berlin, auckland, silent] = [
      await createReminded(),
      await createReminded({ timezone: "Pacific/Auckland", eveningPromptTime: "21:30" }),
      await createUser(),
    ];
    await advance(24);
    expect(await mailTo(berlin._id)).toEqual(["2026-11-21T05:00", "2026-11-21T17:00"]);
    expect(await mailTo(auckland._id)).toEqual(["2026-11-21T08:30", "2026-11-21T17:00"]);
    expect(await mailTo(silent._id)).toEqual([]);
    expect((await fresh(silent._id)).reminders?.nextAt).toBeUndefined();
  });

  it("are sent once by eight concurrent processes and repeated runs", { tags: ["release"] }, async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => createReminded()));
    at = new Date("2026-11-21T05:00:30Z");
    const due = await UserModel.find({}, { reminders: 1 }).lean();
    await Promise.all(Array.from({ length: 8 }, () => sendDueReminders(signal)));
    // Simulates a kill before the next time is stored: everything runs again.
    for (const { _id, reminders } of due) await UserModel.updateOne({ _id }, { reminders });
    await Promise.all([sendDueReminders(signal), sendDueReminders(signal)]);
    expect(await OutgoingMailModel.countDocuments({ kind: "reminder" })).toBe(users.length);
  });

  it("are not sent when the reflection is written, on quiet days, in a pause or to locked accounts", async () => {
    const [written, quiet, paused, locked] = [
      await createReminded(),
      await createReminded({ reminders: { ...DEFAULT_REMINDERS, email: true, quietDays: [6] } }),
      await createReminded(),
      await createReminded(),
    ];
    await createEntry(memberFrom(written), { slot: "morning", kind: "habit", forDate: "2026-11-21" });
    await pauseUntil(memberFrom(paused), "2026-11-21");
    await UserModel.updateOne({ _id: locked._id }, { status: "locked" });
    await advance(24);
    expect(await mailTo(written._id)).toEqual(["2026-11-21T17:00"]);
    for (const { _id } of [quiet, paused, locked]) expect(await mailTo(_id)).toEqual([]);
    await advance(8);
    for (const { _id } of [quiet, paused]) expect(await mailTo(_id)).toEqual(["2026-11-22T05:00"]);
  });

  it("are not sent late after a downtime", async () => {
    const user = await createReminded();
    at = new Date("2026-11-21T05:31:00Z");
    await sendDueReminders(signal);
    expect(await mailTo(user._id)).toEqual([]);
    expect((await fresh(user._id)).reminders?.nextAt).toEqual(new Date("2026-11-21T17:00:00Z"));
  });

  it("are rescheduled with times, zone and pauses, and end when disabled", async () => {
    const user = await createReminded();
    const next = async () => (await fresh(user._id)).reminders?.nextAt?.toISOString().slice(5, 16);
    expect(await next()).toBe("11-21T05:00");
    await savePrayerSettings(await readMember(user._id), { morningPromptTime: "07:15" });
    expect(await next()).toBe("11-21T06:15");
    await savePrayerSettings(await readMember(user._id), { timezone: "Asia/Tokyo" });
    expect(await next()).toBe("11-21T09:00");
    await pauseUntil(await readMember(user._id), "2026-12-01");
    // The schedule is checked again within a day.
    expect(await next()).toBe("11-22T00:00");
    await endPause(await readMember(user._id));
    expect(await next()).toBe("11-21T09:00");
    await saveReminders(await readMember(user._id), DEFAULT_REMINDERS);
    expect(await next()).toBeUndefined();
    await rescheduleReminders(999_999);
  });

  it("contain no personal data and an unsubscribe link", async () => {
    const user = await createReminded({ firstName: "Ruth" });
    at = new Date("2026-11-21T05:00:00Z");
    await sendDueReminders(signal);
    const claimed = await claimMail();
    expect(claimed?.mail).toMatchObject({ to: user.email, subject: "Morning Reflection" });
    const text = `${claimed?.mail.subject}${claimed?.mail.text}${claimed?.mail.html}`;
    expect(text).toContain("It's time for your morning reflection.");
    expect(text).toContain("http://localhost:3000/journal/morning");
    expect(text).not.toMatch(/Ruth|person_/);
    expect(claimed?.mail.unsubscribe).toMatch(
      /^http:\/\/localhost:3000\/unsubscribe\/reminders\.\d+\.[\w-]{43}$/,
    );
    expect(claimed?.mail.text).toContain(claimed?.mail.unsubscribe);
    expect(claimed?.record._id).not.toContain(String(user._id));
  });

  it("query only users with a due reminder", { tags: ["release"] }, async () => {
    await createReminded();
    const later = Array.from({ length: 300 }, (_, n) => ({
      ...DEFAULT_REMINDERS,
      email: true,
      nextAt: new Date(at.getTime() + 3_600_000 + n),
    }));
    const template = await createUser();
    await UserModel.insertMany(
      later.map((reminders, n) => {
        const name = `later_${n}`;
        const { _id: _, ...rest } = template;
        return {
          ...rest,
          _id: 5_000 + n,
          username: name,
          usernameKey: name,
          email: name,
          emailKey: name,
          reminders,
        };
      }),
    );
    at = new Date("2026-11-21T05:00:00Z");
    await UserModel.updateMany(
      { _id: { $gte: 5_000 } },
      { "reminders.nextAt": new Date("2026-11-22T05:00:00Z") },
    );
    expect(await sendDueReminders(signal)).toBe(1);
  });
});

describe("reminders on devices", () => {
  let service: Server;
  let origin = "";
  let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  let status = 201;

  beforeEach(async () => {
    received = [];
    status = 201;
    service = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push({ path: request.url ?? "", headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise((resolve) => service.close(resolve)));

  /** A browser with its keys, which decrypts messages (RFC 8291). */
  function aBrowser(name: string) {
    const curve = createECDH("prime256v1");
    curve.generateKeys();
    const auth = randomBytes(16);
    const read = (message: Buffer): unknown => {
      const salt = message.subarray(0, 16);
      const senderKey = message.subarray(21, 21 + (message[20] ?? 0));
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), senderKey]);
      const shared = Buffer.from(hkdfSync("sha256", curve.computeSecret(senderKey), auth, info, 32));
      const key = (what: string, bytes: number) =>
        Buffer.from(hkdfSync("sha256", shared, salt, `Content-Encoding: ${what}\0`, bytes));
      const body = message.subarray(21 + senderKey.length);
      const decipher = createDecipheriv("aes-128-gcm", key("aes128gcm", 16), key("nonce", 12));
      decipher.setAuthTag(body.subarray(-16));
      const plain = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    };
    const keys = { p256dh: curve.getPublicKey("base64url"), auth: auth.toString("base64url") };
    return { target: { endpoint: `${origin}/push/${name}`, keys }, read };
  }

  it("are sent once to each device, encrypted for it and signed by the server", async () => {
    env.MAIL_FROM = "Still and Know <journal@example.org>";
    const user = await createUser({ timezone: "Europe/Berlin" });
    const [phone, desk] = [aBrowser("phone"), aBrowser("desk")];
    await startPush(memberFrom(user), phone.target, "Firefox on Android");
    await startPush(await readMember(user._id), desk.target, "Chrome on Linux");
    at = new Date("2026-11-21T05:00:00Z");
    await Promise.all([1, 2, 3, 4].map(() => sendDueReminders(signal)));
    await UserModel.updateOne({ _id: user._id }, { "reminders.nextAt": at });
    await sendDueReminders(signal);
    expect(received.map(({ path }) => path).sort()).toEqual(["/push/desk", "/push/phone"]);
    const [message] = received.filter(({ path }) => path === "/push/phone");
    expect(phone.read(message?.body ?? Buffer.alloc(0))).toEqual({
      title: "Morning Reflection",
      body: "It's time for your morning reflection. Take a moment to start your day mindfully.",
      url: "/journal/morning",
      tag: "morning",
    });
    expect(() => desk.read(message?.body ?? Buffer.alloc(0))).toThrow();
    expect(message?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "1800" });
    const [, token = "", key = ""] =
      /^vapid t=([^,]+), k=(.+)$/.exec(message?.headers.authorization ?? "") ?? [];
    const [head = "", claims = "", signature = ""] = token.split(".");
    const raw = Buffer.from(key, "base64url");
    const [x, y] = [raw.subarray(1, 33).toString("base64url"), raw.subarray(33).toString("base64url")];
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
    expect(
      verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url")),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: origin,
      sub: "mailto:journal@example.org",
    });
  });

  it("remove an unsubscribed device and keep one whose service fails", async () => {
    const user = await createUser();
    await startPush(memberFrom(user), aBrowser("gone").target, "Firefox on Linux");
    at = new Date("2026-11-21T06:00:00Z");
    status = 500;
    await sendDueReminders(signal);
    expect(await listDevices(memberFrom(user))).toHaveLength(1);
    status = 410;
    at = new Date("2026-11-21T18:00:00Z");
    await sendDueReminders(signal);
    expect(received).toHaveLength(2);
    expect(await listDevices(memberFrom(user))).toHaveLength(0);
  });

  it("stop after four refusals, and resume when a test arrives", async () => {
    const user = await createUser();
    await startPush(memberFrom(user), aBrowser("refused").target, "Safari on iPhone");
    const reach = async () => (await listDevices(memberFrom(user))).map((device) => device.reach);
    expect(await reach()).toEqual(["reached"]);
    status = 403;
    const reaches: string[][] = [];
    for (let day = 21; day <= 26; day++) {
      at = new Date(`2026-11-${day}T06:00:00Z`);
      await UserModel.updateOne({ _id: user._id }, { "reminders.nextAt": at });
      await sendDueReminders(signal);
      reaches.push(await reach());
    }
    expect(received).toHaveLength(4);
    expect(reaches.flat()).toEqual([
      ...Array<string>(3).fill("unreached"),
      ...Array<string>(3).fill("given-up"),
    ]);
    status = 201;
    expect(await sendTestReminder(await readMember(user._id), "test")).toMatchObject({ devices: 1 });
    expect(await reach()).toEqual(["reached"]);
  });

  it("continue after an error of the push service and show the failed delivery", async () => {
    const user = await createUser();
    await startPush(memberFrom(user), aBrowser("away").target, "Firefox on Linux");
    status = 503;
    for (let day = 21; day <= 26; day++) {
      at = new Date(`2026-11-${day}T06:00:00Z`);
      await UserModel.updateOne({ _id: user._id }, { "reminders.nextAt": at });
      await sendDueReminders(signal);
    }
    expect(received).toHaveLength(6);
    expect(await listDevices(memberFrom(user))).toMatchObject([{ reach: "unreached" }]);
  });

  it("encrypt devices, assign each to one member, keep ten, and stop when the last is removed", async () => {
    const [one, other] = [memberFrom(await createUser()), memberFrom(await createUser())];
    const shared = aBrowser("shared").target;
    await startPush(one, shared, "Chrome on Linux");
    expect(JSON.stringify(await PushDeviceModel.find().lean())).not.toContain(
      Buffer.from(shared.endpoint).toString("base64").slice(0, 20),
    );
    await startPush(other, shared, "Chrome on Linux");
    expect([await listDevices(one), await listDevices(other)]).toMatchObject([
      [],
      [{ device: "Chrome on Linux" }],
    ]);
    for (let n = 0; n < 12; n++) {
      at = new Date(at.getTime() + 1_000);
      await addDevice(one, aBrowser(`b${n}`).target, `Browser ${n}`);
    }
    expect((await listDevices(one)).map(({ device }) => device)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Browser ${11 - n}`),
    );
    const [{ id = "" } = {}] = await listDevices(other);
    await stopPush(one, id);
    expect(await listDevices(other)).toHaveLength(1);
    await stopPush(other, id);
    expect((await fresh(other.id)).reminders).toMatchObject({ push: false });
  });
});
