import { afterEach, describe, expect, it } from "vitest";
import { answer, post, visit } from "#tests/support/request";
import { setClock } from "~/platform/clock";
import { action, loader } from "~/routes/public/demo-dashboard";
import { loader as home } from "~/routes/public/home";
import { loader as index } from "~/routes/public/landing";

afterEach(() => setClock());

describe("the demonstration", () => {
  it("leaves the front door as it is for those who only look", async () => {
    const args = await visit("/demo-dashboard");
    const opened = await answer(() => loader(args));
    expect(opened.data).toMatchObject({ isFrontPage: false });
    expect(opened.headers.getSetCookie().join()).not.toContain("demo_mode");
  });

  it("sets demo_mode by its button, and / leads to it until it is left; /home does not", async () => {
    const stay = await post("/demo-dashboard", { intent: "stay" });
    const stayed = await answer(() => action(stay));
    expect(stayed).toMatchObject({ status: 302, location: "/demo-dashboard" });
    expect(stayed.headers.getSetCookie().join()).toMatch(/demo_mode=true; Path=\/; HttpOnly; SameSite=Lax/);
    const Cookie = "a=b; demo_mode=true";
    const atDoor = await visit("/", { headers: { Cookie } });
    expect(await answer(() => index(atDoor))).toMatchObject({ status: 302, location: "/demo-dashboard" });
    const atHome = await visit("/home", { headers: { Cookie } });
    expect((await answer(() => home(atHome))).status).toBe(200);
    const again = await visit("/demo-dashboard", { headers: { Cookie } });
    expect((await answer(() => loader(again))).data).toMatchObject({ isFrontPage: true });
    const leave = await post("/demo-dashboard", { intent: "leave" }, { headers: { Cookie } });
    const left = await answer(() => action(leave));
    expect(left).toMatchObject({ status: 302, location: "/home" });
    expect(left.headers.getSetCookie().join()).toMatch(/demo_mode=; Max-Age=0/);
  });

  it.each(["demo_mode=false", "demo_mode=truest", "not_demo_mode=true", "demo_mode="])(
    "%s is not demo_mode",
    async (Cookie) => {
      const args = await visit("/", { headers: { Cookie } });
      expect((await answer(() => index(args))).status).toBe(200);
    },
  );

  it("is the same for everyone on one day, and has its pages", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const read = async (page: string) => {
      const args = await visit(`/demo-dashboard?page=${page}`);
      return (await answer(() => loader(args))).data as { page: number; dates: unknown[]; eyebrow: string };
    };
    const first = await read("1");
    expect(first.eyebrow).toContain("21 November 2026");
    expect((await read("1")).dates).toEqual(first.dates);
    expect((await read("6")).page).toBe(6);
    expect((await read("7")).page).toBe(1);
  });
});
