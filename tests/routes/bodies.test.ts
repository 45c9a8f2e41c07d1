import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { costOf } from "#tests/support/main-thread";
import fc, { anyCharacters } from "#tests/support/properties";
import { answer, ORIGIN, post } from "#tests/support/request";
import { CLIENT_ADDRESS_HEADER } from "~/http/client-address.server";
import { readFormData } from "~/http/form/form-body.server";
import { BodyError, readBytes } from "~/http/request-body.server";
import { setWait } from "~/platform/clock";
import { action as loginAction } from "~/routes/auth/login/route";
import { action as freeAction } from "~/routes/member/journal/free/route";
import { action as dataAction } from "~/routes/member/settings/data/route";

const MB = 1024 * 1024;
const BOUNDARY = "----a-line-between-the-parts";

/** A multipart body with arbitrary part headers. */
const multipart = (parts: readonly (readonly [header: string, value: string])[]) =>
  Buffer.from(
    parts.map(([header, value]) => `--${BOUNDARY}\r\n${header}\r\n\r\n${value}\r\n`).join("") +
      `--${BOUNDARY}--\r\n`,
  );
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const fields = (count: number, length: number) =>
  multipart(Array.from({ length: count }, (_, at) => [named(`f${at}`), "x".repeat(length)] as const));

/** A chunked body without Content-Length. */
function streamed(body: Buffer, piece = 64 * 1024): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(body.subarray(at, at + piece)));
      at += piece;
      if (at >= body.length) controller.close();
    },
  });
}

/** A form's fields, with "\n" as line breaks. */
const plain = (form: FormData) =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string"
        ? [name, value.replace(/\r\n?|\n/g, "\n")]
        : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("hex")],
    ),
  );

type FormRoute = { action: typeof loginAction; path: string; session?: string };

async function send(
  { action, path, session }: FormRoute,
  body: Buffer,
  { piece = 64 * 1024, type = "" } = {},
) {
  const args = await post(path, {}, { session });
  const headers = new Headers(args.request.headers);
  headers.set("Content-Type", type || `multipart/form-data; boundary=${BOUNDARY}`);
  const init = { method: "POST", headers, body: streamed(body, piece), duplex: "half" } as RequestInit;
  const request = new Request(`${ORIGIN}${path}`, init);
  return answer(() => action({ ...args, request }));
}

const login: FormRoute = { action: loginAction, path: "/auth/login" };
const upload = async (): Promise<FormRoute> => ({
  action: dataAction,
  path: "/settings/data",
  session: (await createSignedIn()).secret,
});
const journal = async (): Promise<FormRoute> => ({
  action: freeAction,
  path: "/journal/free",
  session: (await createSignedIn()).secret,
});

describe("multipart form", () => {
  it("has at most a hundred parts, in chunks of any size", async () => {
    for (const piece of [1, 7, 64 * 1024]) {
      expect((await send(login, fields(100, 1), { piece })).status).toBe(400);
      expect((await send(login, fields(101, 1), { piece })).status).toBe(413);
    }
  });

  it("is parsed by the first boundary of its content type", async () => {
    const twice = `multipart/form-data; boundary=other; boundary=${BOUNDARY}`;
    expect((await send(login, fields(2, 1), { type: twice })).status).toBe(400);
    const quoted = `multipart/form-data; charset=utf-8; BOUNDARY="${BOUNDARY}"`;
    expect((await send(login, fields(101, 1), { type: quoted })).status).toBe(413);
    for (const type of [
      'multipart/form-data; boundary=""',
      `multipart/form-data; boundary=${"a".repeat(71)}`,
    ])
      expect((await send(login, fields(1, 1), { type })).status).toBe(400);
  });

  it("preserves random names, values and files that a browser sends", { tags: ["release"] }, async () => {
    const text = anyCharacters(40);
    const value = text.map((sent) => sent.toWellFormed().replaceAll("\0", ""));
    const name = value.filter((sent) => !/[[\].\r\n]|^__/.test(sent));
    const file = fc.tuple(name.filter(Boolean), fc.uint8Array({ maxLength: 200 }));
    const sent = fc.array(fc.tuple(name, fc.oneof(value, file)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sent, async (fields) => {
        const form = new FormData();
        for (const [key, content] of fields) {
          if (typeof content === "string") form.append(key, content);
          else form.append(key, new File([new Uint8Array(content[1])], content[0], { type: "text/x-any" }));
        }
        const request = new Request(ORIGIN, { method: "POST", body: form });
        expect(await plain(await readFormData(request))).toEqual(await plain(form));
      }),
      { seed: 20, numRuns: 300 },
    );
  });

  it("has the limit of all forms, except for an upload of a member", { tags: ["release"] }, async () => {
    const page = fields(6, 50_000);
    const file = multipart([
      [named("intent"), "import"],
      [`${named("file")}; filename="a.json"\r\nContent-Type: application/json`, "x".repeat(4 * MB)],
    ]);
    expect((await send(await journal(), page)).status).toBe(413);
    expect((await send(login, page)).status).toBe(413);
    expect((await send({ ...(await upload()), session: undefined }, file)).status).toBe(413);
    // No timeout while the file is read, so that the response reports the result.
    setWait(() => new Promise<never>(() => undefined));
    expect((await send(await upload(), file)).status).toBe(400);
  });
});

/** Bodies that are expensive to parse. On a quiet machine they block the event loop for 100 ms, and the response takes 300 ms. */
describe("hostile body", { tags: ["release"] }, () => {
  const HOSTILE: [name: string, body: () => Buffer, status: number][] = [
    ["80,000 names in 5 MB", () => fields(80_000, 1), 413],
    [
      "one name 80,000 times",
      () => multipart(Array.from({ length: 80_000 }, () => [named("a"), "1"] as const)),
      413,
    ],
    [
      "a hundred long values of nothing but line breaks",
      () =>
        multipart(Array.from({ length: 100 }, (_, at) => [named(`f${at}`), "\r\n".repeat(25_000)] as const)),
      413,
    ],
    ["a name of 5 MB", () => multipart([[named("n".repeat(5 * MB)), "1"]]), 400],
    ["a name of escapes alone", () => multipart([[named("%22".repeat(2 * MB)), "1"]]), 400],
    ["800,000 headers of one part", () => multipart([["a: b\r\n".repeat(800_000) + named("a"), "1"]]), 400],
    ["a header that never ends", () => Buffer.from(`--${BOUNDARY}\r\n${"a".repeat(5 * MB)}`), 400],
    [
      "beginnings of the line between the parts",
      () => multipart([[named("a"), `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(160_000)]]),
      413,
    ],
  ];

  it.each(HOSTILE)(
    "gets a quick response without blocking others when it is %s",
    async (_name, body, status) => {
      const bytes = body();
      expect(bytes.length).toBeGreaterThan(4 * MB);
      const route = await upload();
      const { result, workMs, longestTurnMs } = await costOf(() => send(route, bytes));
      expect(result.status).toBe(status);
      expect(workMs).toBeLessThan(1_500);
      expect(longestTurnMs).toBeLessThan(500);
    },
  );
});

describe("body whose Content-Length is too large", () => {
  const LIMIT = 256 * 1024;
  const refused = async (bytes: number) => {
    const pieces = Array.from({ length: bytes / LIMIT }, () => new Uint8Array(LIMIT));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.pop();
        return piece ? controller.enqueue(piece) : controller.close();
      },
    });
    const headers = { "Content-Length": String(bytes) };
    const request = new Request(ORIGIN, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    await expect(readBytes(request, LIMIT)).rejects.toMatchObject({ status: 413 });
    return pieces.length;
  };

  it("is read to its end, so that the response arrives, unless it is far too large", async () => {
    expect(await refused(5 * MB)).toBe(0);
    expect(await refused(20 * MB)).toBeGreaterThan(70);
  });
});

/** Each chunk has a 64 KB buffer of its own, so chunks stored without copying take more memory than their bytes. */
describe("unfinished bodies", () => {
  const collect = () => {
    setFlagsFromString("--expose-gc");
    (runInNewContext("gc") as () => void)();
  };
  function begin(pieces: number, bytes: number, address = "192.0.2.1") {
    let sent = () => {};
    let end = () => {};
    const allSent = new Promise<void>((resolve) => (sent = resolve));
    const isOver = new Promise<void>((resolve) => (end = resolve));
    let left = pieces;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (left-- > 0) return controller.enqueue(new Uint8Array(new ArrayBuffer(64 * 1024), 0, bytes));
        sent();
        await isOver;
        controller.close();
      },
    });
    const headers = { [CLIENT_ADDRESS_HEADER]: address };
    const request = new Request(ORIGIN, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    return { read: readBytes(request, 5 * MB), allSent, end };
  }
  const outcomeOf = ({ read }: ReturnType<typeof begin>) =>
    read.then(
      () => 200,
      (error: { status: number }) => error.status,
    );

  it("use no more memory than their bytes when there are a hundred", { tags: ["release"] }, async () => {
    collect();
    const before = process.memoryUsage().arrayBuffers;
    const bodies = Array.from({ length: 100 }, () => begin(40, 1));
    for (const { allSent } of bodies) await allSent;
    collect();
    // Without copying, the chunks would hold 250 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MB);
    for (const { end } of bodies) end();
    for (const { read } of bodies) expect((await read).length).toBe(40);
  });

  it("share a fixed amount of memory, and release it", { tags: ["release"] }, async () => {
    const bodies = Array.from({ length: 32 }, () => begin(64, 64 * 1024));
    const outcomes = bodies.map(outcomeOf);
    expect(await Promise.race(outcomes)).toBe(503);
    for (const { end } of bodies) end();
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set([200, 503]));
    const after = begin(64, 64 * 1024);
    after.end();
    expect((await after.read).length).toBe(4 * MB);
  });

  it("leave memory for other clients when they come from one subnet", async () => {
    const greedy = Array.from({ length: 24 }, (_, at) => begin(64, 64 * 1024, `198.51.100.${at}`));
    const outcomes = greedy.map(outcomeOf);
    for (const { allSent } of greedy) await allSent;
    const short = begin(1, 1_000);
    short.end();
    expect((await short.read).length).toBe(1_000);
    const long = begin(64, 64 * 1024);
    long.end();
    expect((await long.read).length).toBe(4 * MB);
    for (const { end } of greedy) end();
    // One body was evicted, and its sender got 503.
    expect((await Promise.all(outcomes)).filter((status) => status === 503)).toHaveLength(1);
  });
});

it("sends no response when the client disconnects mid-form", async () => {
  const args = await post("/auth/login", {});
  const left = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      left.abort();
      controller.error(new Error("aborted"));
    },
  });
  const { headers } = args.request;
  const init = { method: "POST", headers, body, duplex: "half", signal: left.signal } as RequestInit;
  const sent = loginAction({ ...args, request: new Request(args.request.url, init) });
  await expect(sent).rejects.toBeInstanceOf(BodyError);
});
