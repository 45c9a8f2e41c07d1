import { expect, it } from "vitest";
import { ORIGIN } from "#tests/support/request";
import { consumeToast, redirectWithToast } from "~/http/cookies.server";

const asked = (cookie = "") => new Request(`${ORIGIN}/`, { headers: cookie ? { Cookie: cookie } : {} });

it("a toast is shown once, and leaves no cookie behind", async () => {
  const sent = await redirectWithToast("/", { title: "Saved", text: "It is kept.", tone: "success" });
  const [cookie = ""] = (sent.headers.get("Set-Cookie") ?? "").split(";");
  const first = await consumeToast(asked(`other=1; ${cookie}`));
  expect(first.toast).toMatchObject({ title: "Saved", text: "It is kept." });
  const [, name] = /^([^=]+)=/.exec(cookie) ?? [];
  const gone = first.headers.getSetCookie();
  expect(gone).toHaveLength(1);
  expect(gone[0]).toMatch(new RegExp(`^${name}=;`));
  expect(gone[0]).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/);
});

it("without a toast no cookie is set, and one that was made up says nothing and goes", async () => {
  const none = await consumeToast(asked("other=1"));
  expect([none.toast, none.headers.getSetCookie()]).toEqual([null, []]);
  const sent = await redirectWithToast("/", { title: "Saved", tone: "info" });
  const [name = ""] = (sent.headers.get("Set-Cookie") ?? "").split("=");
  const forged = await consumeToast(asked(`${name}=e30.forged`));
  expect([forged.toast, forged.headers.getSetCookie().length]).toEqual([null, 1]);
});
