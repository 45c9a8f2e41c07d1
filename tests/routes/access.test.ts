import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { embeddedEngine } from "#models/db/connection.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { commitsOf, operationsOf } from "#tests/support/count-round-trips";
import { PARAMS, VISITS } from "#tests/support/every-visit";
import { answer, post, visit, type Answered } from "#tests/support/request";
import { pathOf, routeId } from "#tests/support/route-table";
import { memberFrom } from "~/domain/member/current-member.server";
import { CROSS_SITE_POST } from "~/http/failure-responses.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { setClock } from "~/platform/clock";
import * as root from "~/root";

/** Calls every loader and action as an anonymous visitor, a member and an administrator. A route without a group fails. */
type Handler = (args: ActionFunctionArgs) => unknown;
type Module = { loader?: Handler; action?: Handler };

const modules = import.meta.glob<Module>("/app/routes/**/*.{ts,tsx}", { eager: true });
const routes = Object.entries(modules)
  .map(([file, module]) => ({ id: routeId(file), module }))
  .filter(({ id, module }) => id !== undefined && (module.loader ?? module.action))
  .map(({ id, module }) => ({ id: id as string, module }));

/** Routes that are open to anonymous visitors, each with its reason. */
const OPEN: Record<string, string> = {
  "public/privacy": "the privacy page",
  "public/not-found": "the not-found page",
  "public/404": "the not-found page",
  "public/safety": "help is for everyone",
  "public/goodbye": "somebody whose account was deleted has no session",
  "public/today": "prayer before an account",
  "resources/today-feed": "the feed for a parish’s site",
  "public/contact": "anyone may write to the operator",
  "resources/robots": "for crawlers",
  "resources/sitemap": "for crawlers",
  "resources/security-txt": "contact for security researchers",
  "auth/frame": "CSRF tokens for the sign-in forms",
  "auth/login": "sign in",
  "auth/login-short": "sign in",
  "auth/register": "registration",
  "auth/setup": "needs the setup code, while there is no administrator",
  "auth/verify-email": "verification",
  "auth/reset-password": "password reset",
  "auth/code": "second step of sign-in; needs the first",
  "auth/confirm-email": "an emailed link",
  "auth/legacy": "an emailed link",
  "auth/legacy-file": "a single-use ticket of that link",
  "auth/oidc": "starts the OIDC flow",
  "auth/oidc-callback": "completes the OIDC flow with a one-time code",
  "auth/oidc-back-channel-logout": "the provider has no session; its signature is checked",
  "auth/journal-password": "needs a pending OIDC sign-in; asks for the password",
  "auth/admin-login": "administrators' sign in",
  "public/unsubscribe": "a signed link of an email",
  "auth/unlock": "a locked session; asks for the password",
  "public/quick-exit": "locks the session of this browser",
  "api/lock": "a locked page; asks for the password",
  "auth/pending-deletion": "an account that is being deleted; guards itself",
  "auth/pending-deletion-download": "an account that is being deleted; guards itself",
  "resources/bible-audio": "the operator’s recordings are for everyone",
  "resources/calendar-feed": "a secret URL; every other gets 404",
  "auth/logout": "signing out needs no session",
  "api/unknown": "unknown calls",
  "api/auth-me": "responds 401 itself",
  "api/auth-simple-me": "responds 401 itself",
  "api/auth-login": "sign in",
  "api/auth-passkey": "sign in; needs a passkey’s signature",
  "api/auth-passkey-options": "WebAuthn options of the sign-in page",
  "api/passkeys": "responds 401 itself",
  "api/passkeys-options": "responds 401 itself",
  "api/passkeys-journal": "responds 401 itself",
  "api/passkeys-journal-options": "responds 401 itself",
  "api/user-settings": "responds 401 itself",
  "api/journal-entries": "responds 401 without an API key or a session",
  "api/journal-picture": "responds 401 without an API key or a session",
  "api/journal-export": "responds 401 without an API key or a session",
  "api/reminders": "responds 401 itself",
  "api/admin-login": "administrators' sign in",
  "api/auth-register": "registration",
  "api/change-subscription-tier": "responds 401 itself",
  "resources/stripe-webhook": "the payment service has no session; its signature is checked",
  "api/auth-logout": "signing out needs no session",
  "resources/method-not-allowed": "responds 405",
  "resources/bad-request": "responds 400",
  "public/landing": "the landing page",
  "resources/service-worker": "a script, the same for everyone",
  "resources/offline-script": "a script, the same for everyone",
  "resources/manifest": "the web app manifest",
  "public/demo-dashboard": "the demo journal",
  "public/home": "the landing page",
  "api/ab-test-assign": "visitors are assigned a landing page before they have an account",
  "api/ab-test-convert": "reports a registration, which comes before sign-in",
  "resources/address-too-long": "responds 414",
  "resources/csp-reports": "CSP reports of browsers, which are only logged",
  "resources/healthz": "liveness",
  "resources/readyz": "readiness",
  "resources/metrics": "responds 404 without the operator's token",
};

const isMemberRoute = (id: string) => id.startsWith("member/");
const isAdminRoute = (id: string) => id.startsWith("admin/");

const call = async (handler: Handler, args: Promise<ActionFunctionArgs>): Promise<Answered> => {
  const given = await args;
  return answer(() => handler(given));
};

describe("route with a loader or an action", () => {
  it("is found by the glob pattern", () => {
    expect(routes.length).toBeGreaterThan(15);
  });

  it.each(routes.map(({ id }) => [id]))("%s belongs to a group", (id) => {
    expect(isMemberRoute(id) || isAdminRoute(id) || id in OPEN).toBe(true);
  });
});

describe("routes of members", () => {
  const memberRoutes = routes.filter(({ id }) => isMemberRoute(id));

  it.each(memberRoutes.filter(({ module }) => module.action).map(({ id, module }) => [id, module] as const))(
    "redirect a post of an anonymous visitor to %s to sign in",
    async (id, module) => {
      const result = await call(
        module.action as Handler,
        post(pathOf(id), { intent: "draft" }, { params: PARAMS }),
      );
      expect(result.status).toBe(302);
      expect(result.location).toMatch(/^\/auth\/login\?redirectTo=/);
    },
  );
});

describe("routes of administration", () => {
  const area = routes.filter(({ id }) => isAdminRoute(id));
  const send = (id: string, action: Handler, session?: string) =>
    call(action, post(pathOf(id), {}, { session, params: PARAMS }));

  it("redirect posts of anonymous visitors to /admin-login and of members to their dashboard", async () => {
    for (const { id, module } of area) {
      if (!module.action) continue;
      const { secret } = await createSignedIn();
      const anonymous = await send(id, module.action);
      expect(anonymous, id).toMatchObject({ status: 302, location: "/admin-login" });
      const member = await send(id, module.action, secret);
      expect(member, id).toMatchObject({ status: 302, location: "/dashboard" });
    }
  });
});

/** Routes whose action only responds 404. */
const NOT_FOUND = ["public/not-found", "api/unknown"];
/** Routes for signed requests, whose origin does not matter. */
const SIGNED = ["auth/oidc-back-channel-logout", "resources/stripe-webhook"];
/** Whether a route needs a CSRF token. JSON calls prove their origin by a header, and unsubscribe links are signed. */
const isForm = (id: string) => !/^(?:api|resources)\//.test(id) && id !== "public/unsubscribe";
const READ_ONLY = ["api/auth-me", "api/auth-simple-me", "api/journal-export", "api/journal-picture"];

describe("action", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.test" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { Origin: "null", "Sec-Fetch-Site": "same-site" },
    { Origin: "null", "Sec-Fetch-Site": "none" },
    { Origin: "null", Referer: "https://evil.test/form" },
    { Origin: "http://localhost:3000", "Sec-Fetch-Site": "cross-site" },
    { Origin: "http://localhost:3000", "Sec-Fetch-Site": "same-site" },
    { Origin: "http://localhost:3000", Referer: "https://evil.test/form" },
    { Origin: "http://localhost:3000.evil.test" },
  ];
  const actions = routes.filter(
    ({ id, module }) => module.action && ![...NOT_FOUND, ...READ_ONLY, ...SIGNED].includes(id),
  );

  const tokenOf = async (session: string) => {
    const { request } = await visit("/", { session });
    return (await issueCsrfFields(request)).protection.token;
  };

  it.each(actions.map(({ id, module }) => [id, module] as const))(
    "%s rejects cross-site posts even with a valid token",
    async (id, module) => {
      const { secret } = await createSignedIn();
      for (const token of ["", await tokenOf(secret)])
        for (const headers of foreign) {
          const result = await call(
            module.action as Handler,
            post(pathOf(id), token ? { _token: token } : {}, { session: secret, params: PARAMS, headers }),
          );
          expect([result.status, headers]).toEqual([403, headers]);
        }
    },
  );

  it.each(actions.map(({ id, module }) => [id, module] as const))(
    "%s accepts a withheld origin only with the valid token of a form",
    async (id, module) => {
      const { secret } = await createSignedIn();
      const { secret: other } = await createSignedIn();
      const send = (fields: Record<string, string>, headers: Record<string, string>) =>
        call(
          module.action as Handler,
          post(pathOf(id), fields, { session: secret, params: PARAMS, headers }),
        );
      for (const token of ["", "none", await tokenOf(other)])
        expect((await send(token ? { _token: token } : {}, { Origin: "null" })).status).toBe(403);
      if (!isForm(id)) return;
      const { data } = await send({ _token: await tokenOf(secret) }, { Origin: "null" });
      expect(data).not.toMatchObject({ message: CROSS_SITE_POST.message });
    },
  );
});

describe("session", () => {
  it.each([
    ["a locked account", { status: "locked" as const }],
    ["an account that is being deleted", { status: "deleting" as const }],
  ])("counts as signed out for %s", async (_name, overrides) => {
    const { secret } = await createSignedIn(overrides);
    const { loader } = modules["/app/routes/member/frame.tsx"] as Module;
    expect((await call(loader as Handler, visit("/dashboard", { session: secret }))).status).toBe(302);
  });
});

/** Database operations that may write. */
const WRITES = /^(insert|update|replace|delete|bulkWrite|findOneAnd(Update|Replace|Delete)|drop|createIndex)/;

describe("page visit", () => {
  const pages = [{ id: "root", module: root as Module }, ...routes].flatMap(({ id, module }) =>
    module.loader ? [{ id, loader: module.loader }] : [],
  );

  it("writes when something is due, and the next visit does not", async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    const once = async (id: string, session: string) => {
      const { loader } = pages.find((page) => page.id === id) ?? {};
      const open = () => call(loader as Handler, visit("/insights", { session }));
      const wrote = async () => (await operationsOf(open)).some((operation) => WRITES.test(operation));
      const commits = await commitsOf(async () => expect(await wrote()).toBe(true));
      if (embeddedEngine()) expect(commits).toBeGreaterThan(0);
      expect(await commitsOf(async () => expect(await wrote()).toBe(false))).toBe(0);
    };
    // The insight of an ended week is created by the job or on a visit, whichever comes first.
    const writer = await createSignedIn();
    await createEntry(memberFrom(writer.user), { forDate: "2026-11-10" });
    await once("member/insights/insights", writer.secret);
    // The notice of an ended plan is shown on one page.
    const late = await createSignedIn({ promptSetPreference: "lectio_examen" });
    await once("root", late.secret);
  });

  it("is listed for existing pages only", () => {
    const ids = pages.map(({ id }) => id);
    for (const id of Object.keys(VISITS)) expect(ids).toContain(id);
  });
});
