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

/**
 * Who may go where: every route module with a loader or an action is called as a stranger, as a user and as an
 * administrator. A module in no group fails the test.
 */
type Door = (args: ActionFunctionArgs) => unknown;
type Module = { loader?: Door; action?: Door };

const modules = import.meta.glob<Module>("/app/routes/**/*.{ts,tsx}", { eager: true });
const routes = Object.entries(modules)
  .map(([file, module]) => ({ id: routeId(file), module }))
  .filter(({ id, module }) => id !== undefined && (module.loader ?? module.action))
  .map(({ id, module }) => ({ id: id as string, module }));

/** Doors that are open to strangers, each with its reason. */
const OPEN: Record<string, string> = {
  "public/not-found": "the not-found page",
  "public/404": "the not-found page",
  "public/safety": "help is for everyone",
  "public/today": "prayer before an account",
  "resources/today-feed": "for a parish’s site",
  "public/contact": "anyone may write to the operator",
  "resources/robots": "for crawlers",
  "resources/sitemap": "for crawlers",
  "resources/security-txt": "for people who have found a weakness",
  "auth/frame": "protection for the forms of signing in",
  "auth/login": "sign in",
  "auth/login-short": "sign in",
  "auth/register": "registration",
  "auth/setup": "needs the code that the start prints, and no administrator",
  "auth/verify-email": "verification",
  "auth/reset-password": "password reset",
  "auth/code": "the second step of signing in; needs the first",
  "auth/confirm-email": "a mailed link",
  "auth/oidc": "the way to the house’s own sign-in",
  "auth/oidc-callback": "back from there, with a code that counts once",
  "auth/oidc-back-channel-logout": "the provider has no session; its signature is checked",
  "auth/journal-password": "needs what the provider has said of someone; asks for the password",
  "auth/admin-login": "administrators' sign in",
  "public/unsubscribe": "the way out of a mail, by its signed address",
  "auth/unlock": "a session that is locked; asks for the password",
  "public/quick-exit": "leads away; locks this browser’s own session",
  "api/lock": "a page that is covered; asks for the password",
  "auth/pending-deletion": "an account that is being deleted; guards itself",
  "auth/pending-deletion-download": "an account that is being deleted; guards itself",
  "resources/calendar-feed": "a private address; answers 404 to every other",
  "auth/logout": "signing out needs no session",
  "api/unknown": "unknown calls",
  "api/auth-me": "answers 401 itself",
  "api/auth-simple-me": "answers 401 itself",
  "api/auth-login": "sign in",
  "api/auth-passkey": "sign in; needs a passkey’s signature",
  "api/auth-passkey-options": "what the sign-in page asks an authenticator for",
  "api/passkeys": "answers 401 itself",
  "api/passkeys-options": "answers 401 itself",
  "api/passkeys-journal": "answers 401 itself",
  "api/passkeys-journal-options": "answers 401 itself",
  "api/user-settings": "answers 401 itself",
  "api/journal-entries": "answers 401 itself, but to the bearer of a key",
  "api/journal-picture": "answers 401 itself, but to the bearer of a key",
  "api/journal-export": "answers 401 itself, but to the bearer of a key",
  "api/reminders": "answers 401 itself",
  "api/admin-login": "administrators' sign in",
  "api/auth-register": "registration",
  "api/change-subscription-tier": "answers 401 itself",
  "resources/stripe-webhook": "the payment service has no session; its signature is checked",
  "api/auth-logout": "signing out needs no session",
  "resources/method-not-allowed": "answers 405",
  "resources/bad-request": "answers 400",
  "public/landing": "the landing page",
  "resources/service-worker": "a script, the same for everyone",
  "resources/offline-script": "a script, the same for everyone",
  "resources/manifest": "how the application stands on a home screen",
  "public/demo-dashboard": "an invented journal, to look around in",
  "public/home": "the landing page",
  "api/ab-test-assign": "visitors are assigned a landing page before they have an account",
  "api/ab-test-convert": "tells of a registration, which comes before signing in",
  "resources/address-too-long": "answers 414",
  "resources/csp-reports": "browsers tell of breaches of the policy; writes a line of the log",
  "resources/healthz": "liveness",
  "resources/readyz": "readiness",
  "resources/metrics": "answers 404 itself, but to the bearer of the operator's token",
};

const isMemberRoute = (id: string) => id.startsWith("member/");
const isAdminRoute = (id: string) => id.startsWith("admin/");

const call = async (door: Door, args: Promise<ActionFunctionArgs>): Promise<Answered> => {
  const given = await args;
  return answer(() => door(given));
};

describe("every route with a loader or an action", () => {
  it("is found", () => {
    expect(routes.length).toBeGreaterThan(15);
  });

  it.each(routes.map(({ id }) => [id]))("%s belongs to a group", (id) => {
    expect(isMemberRoute(id) || isAdminRoute(id) || id in OPEN).toBe(true);
  });
});

describe("the signed-in house", () => {
  const house = routes.filter(({ id }) => isMemberRoute(id));

  it.each(house.filter(({ module }) => module.action).map(({ id, module }) => [id, module] as const))(
    "%s takes no post from strangers",
    async (id, module) => {
      const result = await call(
        module.action as Door,
        post(pathOf(id), { intent: "draft" }, { params: PARAMS }),
      );
      expect(result.status).toBe(302);
      expect(result.location).toMatch(/^\/auth\/login\?redirectTo=/);
    },
  );
});

describe("the administrators' area", () => {
  const area = routes.filter(({ id }) => isAdminRoute(id));
  const knock = (id: string, action: Door, session?: string) =>
    call(action, post(pathOf(id), {}, { session, params: PARAMS }));

  it("sends the posts of strangers to /admin-login and of users to their dashboard", async () => {
    for (const { id, module } of area) {
      if (!module.action) continue;
      const { secret } = await createSignedIn();
      const strangers = await knock(id, module.action);
      expect(strangers, id).toMatchObject({ status: 302, location: "/admin-login" });
      const members = await knock(id, module.action, secret);
      expect(members, id).toMatchObject({ status: 302, location: "/dashboard" });
    }
  });
});

/** Doors whose action only says that there is nothing to do. */
const NOT_FOUND = ["public/not-found", "api/unknown"];
/** Doors for programs that sign what they send: where a request comes from says nothing there. */
const SIGNED = ["auth/oidc-back-channel-logout", "resources/stripe-webhook"];
/** Doors without a form's token: calls in JSON, which name their origin, and the signed address of an email. */
const isForm = (id: string) => !/^(?:api|resources)\//.test(id) && id !== "public/unsubscribe";
const READ_ONLY = ["api/auth-me", "api/auth-simple-me", "api/journal-export", "api/journal-picture"];

describe("every action", () => {
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
    "%s refuses posts of other sites, with a valid token too",
    async (id, module) => {
      const { secret } = await createSignedIn();
      for (const token of ["", await tokenOf(secret)])
        for (const headers of foreign) {
          const result = await call(
            module.action as Door,
            post(pathOf(id), token ? { _token: token } : {}, { session: secret, params: PARAMS, headers }),
          );
          expect([result.status, headers]).toEqual([403, headers]);
        }
    },
  );

  it.each(actions.map(({ id, module }) => [id, module] as const))(
    "%s takes a withheld origin only with a form's valid token",
    async (id, module) => {
      const { secret } = await createSignedIn();
      const { secret: other } = await createSignedIn();
      const send = (fields: Record<string, string>, headers: Record<string, string>) =>
        call(module.action as Door, post(pathOf(id), fields, { session: secret, params: PARAMS, headers }));
      for (const token of ["", "none", await tokenOf(other)])
        expect((await send(token ? { _token: token } : {}, { Origin: "null" })).status).toBe(403);
      if (!isForm(id)) return;
      const { data } = await send({ _token: await tokenOf(secret) }, { Origin: "null" });
      expect(data).not.toMatchObject({ message: CROSS_SITE_POST.message });
    },
  );
});

describe("sessions that are no more", () => {
  it.each([
    ["a locked account", { status: "locked" as const }],
    ["an account that is being deleted", { status: "deleting" as const }],
  ])("%s counts as a stranger", async (_name, overrides) => {
    const { secret } = await createSignedIn(overrides);
    const { loader } = modules["/app/routes/member/frame.tsx"] as Module;
    expect((await call(loader as Door, visit("/dashboard", { session: secret }))).status).toBe(302);
  });
});

/** What is asked of the database that could change something. */
const WRITES = /^(insert|update|replace|delete|bulkWrite|findOneAnd(Update|Replace|Delete)|drop|createIndex)/;

describe("opening a page", () => {
  const pages = [{ id: "root", module: root as Module }, ...routes].flatMap(({ id, module }) =>
    module.loader ? [{ id, loader: module.loader }] : [],
  );

  it("writes where something has come due, and the next visit does not", async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    const once = async (id: string, session: string) => {
      const { loader } = pages.find((page) => page.id === id) ?? {};
      const open = () => call(loader as Door, visit("/insights", { session }));
      const wrote = async () => (await operationsOf(open)).some((operation) => WRITES.test(operation));
      const commits = await commitsOf(async () => expect(await wrote()).toBe(true));
      if (embeddedEngine()) expect(commits).toBeGreaterThan(0);
      expect(await commitsOf(async () => expect(await wrote()).toBe(false))).toBe(0);
    };
    // The week that has ended is looked back on by the job or on a visit, whichever comes first.
    const writer = await createSignedIn();
    await createEntry(memberFrom(writer.user), { forDate: "2026-11-10" });
    await once("member/insights/insights", writer.secret);
    // That a plan has ended is said on one page, and on no other.
    const late = await createSignedIn({ promptSetPreference: "lectio_examen" });
    await once("root", late.secret);
  });

  it("knows every page of these lists", () => {
    const ids = pages.map(({ id }) => id);
    for (const id of Object.keys(VISITS)) expect(ids).toContain(id);
  });
});
