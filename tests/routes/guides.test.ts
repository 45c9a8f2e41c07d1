import { describe, expect, it } from "vitest";
import { UserModel, type UserRecord } from "#models/user.server";
import { createSignedIn } from "#tests/factories/user";
import { load, submit } from "#tests/support/request";
import { loader as shell } from "~/routes/member/frame";
import { action, loader } from "~/routes/member/welcome-guide";

type FrameData = { guides: object };

async function waiting(overrides: Partial<UserRecord> = {}) {
  const { user, secret } = await createSignedIn(overrides);
  const ask = async () => ((await load(shell, "/dashboard", { session: secret })).data as FrameData).guides;
  const close = (guide: string, fields: Record<string, string> = {}) =>
    submit(action, `/welcome/${guide}`, fields, { session: secret, params: { guide } });
  return { user, secret, ask, close };
}

describe("guides", () => {
  it("shows the tour to a new member until closed, and stores that", async () => {
    const { user, ask, close } = await waiting();
    expect(await ask()).toEqual({ tour: true, formation: false });
    expect(await close("tour")).toMatchObject({ status: 302, location: "/dashboard" });
    expect(await ask()).toEqual({ tour: false, formation: false });
    expect(await UserModel.findById(user._id).lean()).toMatchObject({
      seenTour: true,
      seenFormationWelcome: false,
    });
  });

  it("skip the tour for administrators, not the Formation welcome", async () => {
    const { ask, close } = await waiting({ isAdmin: true, subscriptionTier: "tier2" });
    expect(await ask()).toEqual({ tour: false, formation: true });
    // The post of the dialog keeps the page.
    expect((await close("formation", { _auto: "1" })).status).toBe(200);
    expect(await ask()).toEqual({ tour: false, formation: false });
  });

  it("have a page for each step, and 404 for other guides", async () => {
    const { secret } = await waiting();
    const open = (guide: string, step: string) =>
      load(loader, `/welcome/${guide}?step=${step}`, { session: secret, params: { guide } });
    expect((await open("tour", "7")).data).toEqual({ guide: "tour", step: 7 });
    expect((await open("formation", "9")).data).toEqual({ guide: "formation", step: 1 });
    expect((await open("other", "1")).status).toBe(404);
  });
});
