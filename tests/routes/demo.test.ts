import { describe, expect, it } from "vitest";
import { load, submit } from "#tests/support/request";
import { setClock } from "~/platform/clock";
import { action, loader } from "~/routes/public/demo-dashboard";
import { loader as home } from "~/routes/public/home";
import { loader as index } from "~/routes/public/landing";

describe("the demonstration", () => {
  it("keeps the landing page for visitors who only open the demo", async () => {
    const opened = await load(loader, "/demo-dashboard");
    expect(opened.data).toMatchObject({ isFrontPage: false });
    expect(opened.headers.getSetCookie().join()).not.toContain("demo_mode");
  });

  it("sets demo_mode by its button, and / leads to it until it is left; /home does not", async () => {
    const stayed = await submit(action, "/demo-dashboard", { intent: "stay" });
    expect(stayed).toMatchObject({ status: 302, location: "/demo-dashboard" });
    expect(stayed.headers.getSetCookie().join()).toMatch(/demo_mode=true; Path=\/; HttpOnly; SameSite=Lax/);
    const Cookie = "a=b; demo_mode=true";
    expect(await load(index, "/", { headers: { Cookie } })).toMatchObject({
      status: 302,
      location: "/demo-dashboard",
    });
    expect((await load(home, "/home", { headers: { Cookie } })).status).toBe(200);
    expect((await load(loader, "/demo-dashboard", { headers: { Cookie } })).data).toMatchObject({
      isFrontPage: true,
    });
    const left = await submit(action, "/demo-dashboard", { intent: "leave" }, { headers: { Cookie } });
    expect(left).toMatchObject({ status: 302, location: "/home" });
    expect(left.headers.getSetCookie().join()).toMatch(/demo_mode=; Max-Age=0/);
  });

  it.each(["demo_mode=false", "demo_mode=truest", "not_demo_mode=true", "demo_mode="])(
    "ignores the cookie %s",
    async (Cookie) => {
      expect((await load(index, "/", { headers: { Cookie } })).status).toBe(200);
    },
  );

  it("is the same for everyone on one day, and has its pages", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const read = async (page: string) =>
      (await load(loader, `/demo-dashboard?page=${page}`)).data as {
        page: number;
        dates: unknown[];
        eyebrow: string;
      };
    const first = await read("1");
    expect(first.eyebrow).toContain("21 November 2026");
    expect((await read("1")).dates).toEqual(first.dates);
    expect((await read("6")).page).toBe(6);
    expect((await read("7")).page).toBe(1);
  });
});
