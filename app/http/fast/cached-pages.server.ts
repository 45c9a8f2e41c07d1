import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import * as addresses from "~/addresses";
import { MINUTE } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/utc";
import { newAbSession } from "~/domain/experiments/assignments.server";
import type { AbSession, Variant } from "~/domain/experiments/variant";
import { houseRevision } from "~/domain/house/house-now.server";
import type { Asking } from "~/http/cookies.server";
import { abSessionCookie, landingVisit } from "~/http/experiment.server";
import { protectForms } from "~/http/form-protection.server";
import { contentSecurityPolicy } from "~/http/security-headers.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { randomNonce } from "~/platform/random-bytes.server";

/**
 * Pages that are the same for every stranger: rendered once a minute at most, and joined with what is new at every visit,
 * which is the nonce and the tokens of forms. Counting and cookies of the front page still happen at each.
 */
const FRONT_DOORS = new Set(["/", addresses.home()]);
const KEPT = new Set([
  ...FRONT_DOORS,
  addresses.about(),
  addresses.faq(),
  addresses.terms(),
  addresses.privacy(),
  addresses.cookies(),
  addresses.safety(),
  addresses.today(),
  addresses.loginShort(),
  addresses.login(),
  addresses.register(),
]);
/** What a page was a minute ago is no word about a provider that may be away. */
const SAYS_WHETHER_PROVIDER_ANSWERS = new Set([
  addresses.loginShort(),
  addresses.login(),
  addresses.register(),
]);
/** A browser with any other cookie may be owed another page: a session, a toast, the demo, an address filled in. */
const STRANGERS_COOKIE = /^(?:__Host-)?(?:visitor|ab)=/;

/** What an answer is made of: text between holes. */
type Hole = "nonce" | "token" | "submission";
type Page = {
  text: Buffer[];
  holes: Hole[];
  headers: [name: string, value: string][];
  /** Of a page without holes. */
  packed?: { br: Buffer; gzip: Buffer };
};
type Copy = { page: Promise<Page | null>; goodFor: string; renderedAt: number };

export type CachedAnswer = {
  headers: [name: string, value: string][];
  body: Buffer;
  packed?: { br: Buffer; gzip: Buffer };
};
/** Who asks is looked at only where it makes a difference. */
type Asked = { url: string; by: () => Asking };
type Render = (request: Request) => Promise<Response>;

const copies = new Map<string, Copy>();

/** Whether an address, as it was asked for, shows a stranger what it shows every stranger. */
export function isCached(
  path: string,
  url: string,
  method: string | undefined,
  cookies: string | undefined,
): boolean {
  return (
    method === "GET" &&
    path === url &&
    KEPT.has(path) &&
    !(env.OIDC_ISSUER && SAYS_WHETHER_PROVIDER_ANSWERS.has(path)) &&
    (cookies ?? "").split(/;\s*/).every((cookie) => cookie === "" || STRANGERS_COOKIE.test(cookie))
  );
}

/** The page as this stranger gets it; null where it does not answer as it usually does. */
export async function cachedAnswer(
  path: string,
  { url, by }: Asked,
  render: Render,
): Promise<CachedAnswer | null> {
  const visit = FRONT_DOORS.has(path) ? await landingVisit(by(), false) : undefined;
  const page = await copyOf(path, visit?.variant, url, render);
  if (!page) return null;
  const nonce = randomNonce(16).toString("base64");
  const headers: CachedAnswer["headers"] = [
    ...page.headers,
    ["Content-Security-Policy", contentSecurityPolicy(nonce)],
    ...cookiesIn(visit?.headers),
  ];
  if (!page.holes.includes("token")) return { headers, body: joined(page, { nonce }), packed: page.packed };
  const { protection, headers: given } = await protectForms(by());
  return { headers: [...headers, ...cookiesIn(given)], body: joined(page, { nonce, ...protection }) };
}

const cookiesIn = (headers: Headers | undefined) =>
  (headers?.getSetCookie() ?? []).map((cookie): [string, string] => ["Set-Cookie", cookie]);

/** Its text is in bytes already: to make them of letters would cost as much as all the rest. */
function joined({ text, holes }: Page, values: Partial<Record<Hole, string>>): Buffer {
  const [whole] = text;
  if (whole && text.length === 1) return whole;
  return Buffer.concat(
    text.flatMap((part, at) =>
      at === 0 ? [part] : [Buffer.from(values[holes[at - 1] as Hole] ?? ""), part],
    ),
  );
}

/** A clock that is set back makes no copy last longer. */
function isFresh({ renderedAt }: Copy, at: Date): boolean {
  const age = at.getTime() - renderedAt;
  return age >= 0 && age < MINUTE;
}

function copyOf(path: string, variant: Variant | undefined, url: string, render: Render) {
  const key = `${path} ${variant ?? ""}`;
  const at = now();
  const known = copies.get(key);
  const goodFor = `${utcDay(at)} ${houseRevision()}`;
  if (known && known.goodFor === goodFor && isFresh(known, at)) return known.page;
  const page = rendered(url, variant, render).catch((error: unknown) => {
    copies.delete(key);
    throw error;
  });
  copies.set(key, { page, goodFor, renderedAt: at.getTime() });
  return page;
}

/** Renders the page for a stranger whose visit was counted already, and finds what is new at each visit. */
async function rendered(url: string, variant: Variant | undefined, render: Render): Promise<Page | null> {
  const counted: AbSession | undefined = variant && { ...newAbSession(variant), state: "counted" };
  const cookie = counted && (await abSessionCookie(counted)).split(";", 1)[0];
  const answer = await render(new Request(url, cookie ? { headers: { Cookie: cookie } } : undefined));
  const html = await answer.text();
  if (answer.status !== 200) return null;
  const said: Record<Hole, string | undefined> = {
    nonce: /'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1],
    token: /name="_token" value="([^"]+)"/.exec(html)?.[1],
    submission: /name="_submission" value="([^"]+)"/.exec(html)?.[1],
  };
  const own = /^(?:set-cookie|content-security-policy)$/;
  const page = { ...split(html, said), headers: [...answer.headers].filter(([name]) => !own.test(name)) };
  if (page.holes.length > 0) return page;
  const [br, zip] = await Promise.all([promisify(brotliCompress)(html), promisify(gzip)(html)]);
  return { ...page, packed: { br, gzip: zip } };
}

function split(html: string, said: Record<Hole, string | undefined>): Pick<Page, "text" | "holes"> {
  const found = (Object.entries(said) as [Hole, string | undefined][])
    .flatMap(([hole, value]) =>
      value ? cursorsOf(html, value).map((index) => ({ hole, index, end: index + value.length })) : [],
    )
    .sort((one, other) => one.index - other.index);
  const ends = [0, ...found.map(({ end }) => end)];
  return {
    text: ends.map((from, at) => Buffer.from(html.slice(from, found[at]?.index))),
    holes: found.map(({ hole }) => hole),
  };
}

function cursorsOf(html: string, value: string): number[] {
  const places: number[] = [];
  for (let at = html.indexOf(value); at !== -1; at = html.indexOf(value, at + value.length)) places.push(at);
  return places;
}
