import type { ActionFunctionArgs } from "@remix-run/node";
import { CLIENT_ADDRESS_HEADER } from "~/http/client-address.server";
import { sessionCookie } from "~/http/cookies.server";

/** Requests as the server hands them to loaders and actions. */
export const ORIGIN = "http://localhost:3000";

type Extra = { session?: string; headers?: Record<string, string>; address?: string };
type Args = ActionFunctionArgs;

async function headersFor({ session, headers, address }: Extra): Promise<Headers> {
  const all = new Headers({ [CLIENT_ADDRESS_HEADER]: address ?? "192.0.2.1", ...headers });
  if (session) {
    const cookie = (await sessionCookie.serialize(session)).split(";")[0] ?? "";
    const given = all.get("Cookie");
    all.set("Cookie", given ? `${given}; ${cookie}` : cookie);
  }
  return all;
}

const args = (request: Request, params: Args["params"] = {}): Args => ({ request, params, context: {} });

/** A page visit. */
export async function visit(path: string, extra: Extra & { params?: Args["params"] } = {}): Promise<Args> {
  return args(new Request(`${ORIGIN}${path}`, { headers: await headersFor(extra) }), extra.params);
}

/** A form's post, from our own pages unless `headers` says otherwise. */
export async function post(
  path: string,
  fields: Record<string, string | readonly string[]>,
  extra: Extra & { params?: Args["params"] } = {},
): Promise<Args> {
  const headers = await headersFor({ ...extra, headers: { Origin: ORIGIN, ...extra.headers } });
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
  return args(new Request(`${ORIGIN}${path}`, { method: "POST", headers, body }), extra.params);
}

/** A JSON call. */
export async function call(
  path: string,
  body: unknown,
  extra: Extra & { method?: string } = {},
): Promise<Args> {
  const headers = await headersFor({
    ...extra,
    headers: { "Content-Type": "application/json", ...extra.headers },
  });
  return args(
    new Request(`${ORIGIN}${path}`, { method: extra.method ?? "POST", headers, body: JSON.stringify(body) }),
  );
}

export type Answered = { status: number; headers: Headers; location: string | null; data: unknown };

/** Runs a loader or action and normalises its response, whether returned or thrown. */
export async function answer(run: () => unknown): Promise<Answered> {
  let value: unknown;
  try {
    value = await run();
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    value = thrown;
  }
  if (value instanceof Response) {
    const text = await value.clone().text();
    const isJson = value.headers.get("Content-Type")?.includes("json") && text !== "";
    const data: unknown = isJson ? JSON.parse(text) : text;
    return { status: value.status, headers: value.headers, location: value.headers.get("Location"), data };
  }
  if (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    value.type === "DataWithResponseInit"
  ) {
    const { data, init } = value as unknown as { data: unknown; init: ResponseInit | null };
    const headers = new Headers(init?.headers);
    return { status: init?.status ?? 200, headers, location: null, data };
  }
  return { status: 200, headers: new Headers(), location: null, data: value };
}

type Route = (args: Args) => unknown;

/** Runs a loader with a page visit. */
export async function load(loader: Route, ...visited: Parameters<typeof visit>): Promise<Answered> {
  const args = await visit(...visited);
  return answer(() => loader(args));
}

/** Runs an action with a form's post. */
export async function submit(action: Route, ...sent: Parameters<typeof post>): Promise<Answered> {
  const args = await post(...sent);
  return answer(() => action(args));
}

/** Runs an action with a JSON call. */
export async function callJson(action: Route, ...sent: Parameters<typeof call>): Promise<Answered> {
  const args = await call(...sent);
  return answer(() => action(args));
}

/** A cookie that a response sets, in the form that a browser sends. */
export function cookieOf(result: Answered, name: string): string | undefined {
  const cookies = result.headers.getSetCookie().filter((cookie) => !/Max-Age=0\b/.test(cookie));
  return cookies.map((cookie) => cookie.split(";")[0] ?? "").find((cookie) => cookie.startsWith(`${name}=`));
}
