import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { mailedLinks } from "#tests/support/mail";
import { answer, call, post, visit, type Answered } from "#tests/support/request";
import {
  requestPasswordReset as mailReset,
  resetPassword,
} from "~/domain/accounts/security/reset-password.server";
import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";
import { homeOriginOf, HOST_HEADER, PROTOCOL_HEADER } from "~/http/request-origin.server";
import { env } from "~/platform/env.server";
import { requestContext } from "~/platform/request-context.server";
import { action as invitations } from "~/routes/admin/invitations";
import { action as login } from "~/routes/api/auth-login";
import { action as register } from "~/routes/auth/register/route";
import { action as askForReset } from "~/routes/auth/reset-password/route";
import { action as verify, loader as verifyLoader } from "~/routes/auth/verify-email/route";
import { action as security } from "~/routes/member/settings/security/route";
import { action } from "~/routes/public/contact/route";
import { loader as robots } from "~/routes/resources/robots";

const MESSAGE = {
  name: "Ann Reader",
  email: "ann@example.test",
  topic: "account",
  message: "I cannot find the page\nthat I wrote on Sunday.",
};

/** Posts a form to a host; null headers are omitted. */
async function send(host: string | null, headers: Record<string, string | null>) {
  const args = await post("/contact", MESSAGE);
  const all = { Origin: null, ...headers, [HOST_HEADER]: host };
  for (const [name, value] of Object.entries(all))
    if (value === null) args.request.headers.delete(name);
    else args.request.headers.set(name, value);
  const { status, data } = await answer(() => action(args));
  return {
    status,
    shown: data as Partial<Record<"title" | "message" | "siteOrigin", string>> & { fields?: string[][] },
  };
}

const taken = { status: 302 };
const recoveredForm = (title: string) => ({
  status: 403,
  shown: {
    title,
    fields: expect.arrayContaining([["message", MESSAGE.message]]) as unknown,
    protection: null,
  },
});
const FOREIGN = recoveredForm("We could not accept this form");
const UNKNOWN = recoveredForm("This site does not recognise the address you used");
const ELSEWHERE = recoveredForm("This site has another address");

describe("instance without PUBLIC_ORIGIN", () => {
  beforeEach(() => {
    env.isOriginNamed = false;
  });

  it.each([
    ["localhost:3000", "http://localhost:3000"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["192.168.178.20:3000", "http://192.168.178.20:3000"],
    ["Pi.Local.:3000", "http://pi.local.:3000"],
    ["nas", "http://nas"],
    ["nas:80", "http://nas"],
    // The tailnet's proxy terminates https.
    ["pi.tail1234.ts.net", "https://pi.tail1234.ts.net"],
    ["pi.tail1234.ts.net:443", "https://pi.tail1234.ts.net"],
    ["127.0.0.1:3000", "http://localhost:3000"],
  ])("accepts a form at %s from %s", async (host, origin) => {
    expect(await send(host, { Origin: origin })).toMatchObject(taken);
    expect(await send(host, { Referer: `${origin}/contact` })).toMatchObject(taken);
  });

  it.each([
    ["localhost:3000", "http://localhost:4000"],
    ["localhost:4000", "http://localhost:3000"],
    ["192.168.178.20:3000", "http://localhost:3000"],
    ["192.168.178.20:3000", "http://192.168.178.21:3000"],
    ["192.168.178.20:3000", "http://192.168.178.20"],
    ["pi.local:3000", "https://evil.test"],
    ["pi.local:3000", "null"],
    ["pi.local:3000", ""],
    ["pi.local:3000", "ftp://pi.local:3000"],
    ["pi.local:3000", "http://pi.local:3000/contact"],
    ["pi.local:3000", "http://pi.local:3000@evil.test"],
  ])("rejects a form at %s from %s and keeps the text", async (host, origin) => {
    expect(await send(host, { Origin: origin })).toMatchObject(FOREIGN);
    if (/^http/.test(origin) && !origin.endsWith("/contact"))
      expect(await send(host, { Referer: `${origin}/contact` })).toMatchObject(FOREIGN);
  });

  it("rejects a Referer or Sec-Fetch-Site that contradicts the Origin", async () => {
    const own = { Origin: "http://pi.local:3000" };
    expect(await send("pi.local:3000", { ...own, Referer: "https://evil.test/" })).toMatchObject(FOREIGN);
    expect(await send("pi.local:3000", { ...own, "Sec-Fetch-Site": "same-site" })).toMatchObject(FOREIGN);
    expect(await send("pi.local:3000", { ...own, "Sec-Fetch-Site": "same-origin" })).toMatchObject(taken);
  });

  it("checks only the token of a form without origin", async () =>
    expect((await send("pi.local:3000", {})).shown.message).toContain("The page had been open too long."));

  it.each([
    ["journal.example.org", "http://journal.example.org"],
    ["10.0.0.1.nip.io", "http://10.0.0.1.nip.io"],
    ["203.0.113.7:3000", "http://203.0.113.7:3000"],
  ])("explains at %s how to set the origin and keeps the text", async (host, origin) => {
    const named = { shown: { message: expect.stringContaining(`PUBLIC_ORIGIN=${origin} `) as unknown } };
    const browsers: Record<string, string>[] = [
      { Origin: origin },
      { Referer: `${origin}/` },
      {},
      { Origin: "https://evil.test" },
    ];
    for (const headers of browsers) {
      const result = await send(host, headers);
      expect(result).toMatchObject(UNKNOWN);
      expect(result).toMatchObject(named);
    }
  });

  it("uses the browser's protocol in that explanation", async () =>
    expect(
      (await send("journal.example.org", { Origin: "https://journal.example.org" })).shown.message,
    ).toContain("PUBLIC_ORIGIN=https://journal.example.org "));

  it.each([null, "", "a".repeat(8_192), "evil.test/@localhost", "localhost:x", "<b>"])(
    "rejects the host %j with a message",
    async (host) => {
      const { shown, ...result } = await send(host, { Origin: "http://localhost:3000" });
      expect({ shown, ...result }).toMatchObject(UNKNOWN);
      expect(shown.message?.length).toBeLessThan(400);
    },
  );

  it("gives the same message to JSON clients", async () => {
    const at = async (host: string, origin: string) => {
      const headers = { Origin: origin, [HOST_HEADER]: host };
      const args = await call("/api/auth/login", {}, { headers });
      return answer(() => login(args));
    };
    expect((await at("pi.local", "http://pi.local")).status).toBe(400);
    expect(await at("pi.local", "http://evil.test")).toMatchObject({
      status: 403,
      data: { message: "It was sent from another site, so nothing was done." },
    });
    expect((await at("evil.test", "http://evil.test")).data).toMatchObject({
      message: expect.stringContaining("PUBLIC_ORIGIN=http://evil.test ") as unknown,
    });
  });

  describe("links in emails and files", () => {
    /** Calls `run` in the context of a request with these headers. */
    const inRequest = <T>(headers: Record<string, string>, run: () => Promise<T>) => {
      const context = { id: "a", subnet: "", memo: new Map(), responseHeaders: new Headers() };
      return requestContext.run(
        { ...context, homeOrigin: () => homeOriginOf({ headers: new Headers(headers) }) },
        run,
      );
    };
    const linkAt = async (headers: Record<string, string>) => {
      await createUser({ email: "known@example.test" });
      const shown = { ...headers, [HOST_HEADER]: headers[HOST_HEADER] ?? "" };
      await inRequest(shown, async () => {
        const args = await post("/auth/reset-password", { email: "known@example.test" }, { headers: shown });
        return answer(() => askForReset(args));
      });
      while ((await collectPendingMail()) > 0);
      return (await claimMail())?.mail.text.match(/https?:\S+(?=\/auth\/reset-password\?token)/)?.[0];
    };

    it.each([
      [
        "the host of the request",
        { [HOST_HEADER]: "Pi.local:3000", Origin: "http://pi.local:3000" },
        "http://pi.local:3000",
      ],
      [
        "the protocol that the browser reports",
        { [HOST_HEADER]: "pi.t.internal", Origin: "https://pi.t.internal" },
        "https://pi.t.internal",
      ],
    ])("use %s", async (_, headers, origin) => expect(await linkAt(headers)).toBe(origin));

    describe("under a tailnet name", () => {
      const host = "evil.tail1234.ts.net";
      const headers = { [HOST_HEADER]: host, Origin: `https://${host}` };
      const submit = async (
        path: string,
        fields: Record<string, string>,
        run: (args: ActionFunctionArgs) => Promise<unknown>,
        session?: string,
      ) => {
        const args = await post(path, fields, { headers, session });
        return inRequest(headers, () => answer(() => run(args)));
      };
      const mails = async () => {
        while ((await collectPendingMail()) > 0);
        const kinds: string[] = [];
        for (let next = await claimMail(); next; next = await claimMail()) {
          expect(next.mail.text).not.toContain("token=");
          kinds.push(next.record.kind);
        }
        return kinds;
      };
      const REFUSED = {
        status: 409,
        data: { notice: { text: expect.stringContaining("PUBLIC_ORIGIN") as unknown } },
      };

      it("sends no reset link and explains why for known and unknown addresses", async () => {
        const { _id } = await createUser({ email: "known@example.test" });
        await inRequest({}, () => mailReset("known@example.test"));
        const before = await UserModel.findById(_id).orFail().lean();
        expect(await mailedLinks("reset-password")).toHaveLength(1);
        const ask = (email: string) => submit("/auth/reset-password", { email }, askForReset);
        const [known, unknown] = [await ask("known@example.test"), await ask("nobody@example.test")];
        expect(known).toMatchObject(REFUSED);
        const shape = ({ status, data }: Answered) =>
          JSON.stringify([status, data]).replaceAll(/known@|nobody@/g, "");
        expect(shape(known)).toBe(shape(unknown));
        expect(await mails()).toEqual([]);
        // The earlier link stays valid.
        expect((await UserModel.findById(_id).orFail().lean()).tokens).toEqual(before.tokens);
      });

      it("accepts a registration and sends no verification link", async () => {
        const made = await submit(
          "/auth/register",
          {
            username: "mara",
            email: "mara@example.test",
            password: PASSWORD,
            confirmPassword: PASSWORD,
            agreeToTerms: "on",
          },
          register,
        );
        expect(made.status).toBe(302);
        const fields = { intent: "resend", email: "mara@example.test" };
        expect(await submit("/verify-email", fields, verify)).toMatchObject(REFUSED);
        const waiting = await visit("/verify-email?email=mara@example.test", { headers });
        const page = await inRequest(headers, () => answer(() => verifyLoader(waiting)));
        expect(page.data).toMatchObject({ step: "no_mail" });
        expect(await mails()).toEqual([]);
        expect((await UserModel.findOne({ username: "mara" }).orFail().lean()).tokens).toEqual([]);
      });

      it("requests no address change and emails no invitation", async () => {
        const { secret } = await createSignedIn({ isAdmin: true });
        const change = { intent: "email", email: "new@example.test", currentPassword: PASSWORD };
        expect(await submit("/settings/security", change, security, secret)).toMatchObject(REFUSED);
        const fields = { intent: "create", emails: "guest@example.test", note: "" };
        expect(await submit("/admin/invitations", fields, invitations, secret)).toMatchObject({
          status: 409,
          data: {
            lastResult: { error: { emails: [expect.stringContaining("PUBLIC_ORIGIN"), expect.any(String)] } },
          },
        });
        expect(await mails()).toEqual([]);
      });

      it("emails a reset notice without the link that removes other methods", async () => {
        const passkeys = [
          {
            ...{ id: "a-key", publicKey: Buffer.from("key"), counter: 0, transports: [], handle: "handle" },
            ...{ name: "Phone", createdAt: new Date(), lastMonth: "" },
          },
        ];
        await createUser({ email: "known@example.test", passkeys });
        await inRequest({}, () => mailReset("known@example.test"));
        const [secret = ""] = await mailedLinks("reset-password");
        await inRequest(headers, () => resetPassword(secret, "Brand-new-7", { network: "n" }));
        expect(await mails()).toEqual(["password-changed"]);
      });
    });

    it("use this machine's name when the host is not local", async () => {
      const robotsAt = async (headers: Record<string, string>) => {
        return String((await inRequest(headers, () => answer(() => robots()))).data);
      };
      expect(await robotsAt({ [HOST_HEADER]: "pi.local:3000" })).toContain("http://pi.local:3000/");
      expect(await robotsAt({ [HOST_HEADER]: "pi.t.ts.net", [PROTOCOL_HEADER]: "https" })).toContain(
        "https://pi.t.ts.net/",
      );
      for (const host of ["evil.test", "evil.test/@pi.local", ""])
        expect(await robotsAt({ [HOST_HEADER]: host })).toContain("http://localhost:3000/");
    });
  });
});

describe("instance with PUBLIC_ORIGIN", () => {
  it("accepts a form from that origin, whatever host a proxy names", async () => {
    for (const host of ["localhost:3000", "127.0.0.1:8080", "journal.example.org", null])
      expect(await send(host, { Origin: "http://localhost:3000" })).toMatchObject(taken);
  });

  it.each(["http://192.168.1.5:3000", "https://localhost:3000", "http://journal.example.org"])(
    "names its origin to a form from %s and keeps the text",
    async (origin) => {
      const { shown, status } = await send(new URL(origin).host, { Origin: origin });
      expect({ status, shown }).toMatchObject(ELSEWHERE);
      expect(shown.siteOrigin).toBe("http://localhost:3000");
      expect(shown.message).toContain("http://localhost:3000");
    },
  );

  it("does not name its origin to another site", async () => {
    expect(await send("192.168.1.5:3000", { Origin: "https://evil.test" })).toMatchObject(FOREIGN);
    expect(await send("192.168.1.5:3000", { Origin: "null" })).toMatchObject(FOREIGN);
  });
});
