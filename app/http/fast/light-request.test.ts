import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lightenCopies, lightRequest } from "./light-request.server";

describe("a request that came from outside", () => {
  const Real = globalThis.Request;
  beforeAll(lightenCopies);
  afterAll(() => {
    globalThis.Request = Real;
  });

  const aborted = new AbortController();
  const came = () =>
    lightRequest({
      url: "http://localhost/journal/history?q=a b",
      method: "GET",
      headers: new Headers({ Cookie: "sid=x" }),
      signal: aborted.signal,
    });
  /** As the framework copies one for a loader. */
  const copyOf = ({ method, body, headers, signal }: Request, url: string) =>
    new Request(url, { method, body, headers, signal });

  it("is what a real one would be", async () => {
    const light = came();
    const real = new Real(light.url, { headers: light.headers });
    expect(light).toBeInstanceOf(Request);
    for (const name of [
      "url",
      "method",
      "body",
      "bodyUsed",
      "mode",
      "cache",
      "redirect",
      "referrer",
    ] as const)
      expect(light[name], name).toEqual(real[name]);
    expect(light.headers.get("cookie")).toBe("sid=x");
    expect(await light.text()).toBe("");
    expect(light.clone().url).toBe("http://localhost/journal/history?q=a%20b");
  });

  it("is copied with its signal, which tells when the client has gone", () => {
    const copy = copyOf(copyOf(came(), "http://localhost/one"), "http://localhost/other");
    expect(copy).toBeInstanceOf(Request);
    expect([copy.url, copy.method, copy.headers.get("cookie")]).toEqual([
      "http://localhost/other",
      "GET",
      "sid=x",
    ]);
    expect(copy.signal).toBe(aborted.signal);
  });

  it("makes no other request different: with a body, another signal, or of a kind of one’s own", async () => {
    const { signal } = new AbortController();
    const foreign = new Request("http://localhost/", { signal, headers: new Headers() });
    expect(foreign.signal).not.toBe(signal);
    const sent = new Request("http://localhost/", { method: "POST", body: "a=1", signal: aborted.signal });
    expect([await sent.text(), sent.bodyUsed]).toEqual(["a=1", true]);
    expect(new Request(new Request("http://localhost/x"), { method: "DELETE" }).method).toBe("DELETE");
    class Own extends Request {}
    expect(new Own("http://localhost/")).toBeInstanceOf(Own);
    expect(() => new Request("http://")).toThrow(TypeError);
  });
});
