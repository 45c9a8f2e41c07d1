import { describe, expect, it } from "vitest";
import { CookieJar } from "#tests/support/form-browser/connection";
import { ORIGIN } from "#tests/support/request";
import { consumeToast, redirectWithToast } from "./cookies.server";

/** A browser that has received a redirect with a toast, and can open pages. */
async function redirectedBrowser(title = "Saved") {
  const jar = new CookieJar();
  const sent = await redirectWithToast("/dashboard", { title, tone: "success" });
  jar.take(ORIGIN, sent.headers.getSetCookie());
  const open = async () => {
    const cookie = jar.for(ORIGIN);
    const { toast, headers } = await consumeToast(new Request(ORIGIN, { headers: { Cookie: cookie } }));
    jar.take(ORIGIN, headers.getSetCookie());
    return { toast, isSilent: [...headers].length === 0 };
  };
  return { jar, open };
}

describe("toast", () => {
  it("is shown once and clears its cookie", async () => {
    const { jar, open } = await redirectedBrowser();
    expect(jar.all()).toHaveLength(1);
    expect((await open()).toast).toMatchObject({ title: "Saved", tone: "success" });
    expect(jar.all()).toEqual([]);
    expect(await open()).toEqual({ toast: null, isSilent: true });
  });

  it("clears its cookie when it is unreadable", async () => {
    const { jar, open } = await redirectedBrowser();
    const [{ name = "" } = {}] = jar.all();
    jar.take(ORIGIN, [`${name}=garbled; Path=/`]);
    expect((await open()).toast).toBeNull();
    expect(jar.all()).toEqual([]);
  });

  it("is shortened when it would not fit into a cookie", async () => {
    const { jar, open } = await redirectedBrowser("…long…".repeat(1_000));
    const [{ name = "", value = "" } = {}] = jar.all();
    expect(name.length + value.length).toBeLessThan(4_096);
    expect((await open()).toast?.title).toMatch(/^…long….*…$/);
  });
});
