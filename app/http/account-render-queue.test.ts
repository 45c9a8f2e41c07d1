import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it } from "vitest";
import { isRenderQueueFull, MAX_WAITING, renderForAccount } from "./account-render-queue.server";

it("renders one page of an account in a tick, and those of others between them", async () => {
  const rendered: string[] = [];
  const page = (accountId: number, name: string) =>
    renderForAccount(accountId, () => Promise.resolve(rendered.push(name)));
  const pages = [page(10, "long 1"), page(10, "long 2"), page(10, "long 3"), page(20, "short 1")];
  expect(rendered).toEqual(["long 1", "short 1"]);
  await nextTick();
  await nextTick();
  pages.push(page(30, "short 2"));
  expect(rendered).toEqual(["long 1", "short 1", "long 2", "short 2"]);
  await Promise.all(pages);
  expect(rendered.at(-1)).toBe("long 3");
});

it("is full for one account at its bound, and for no other, until its pages are rendered", async () => {
  const pages = Array.from({ length: MAX_WAITING }, () => renderForAccount(1, () => Promise.resolve()));
  expect(isRenderQueueFull(1)).toBe(false);
  pages.push(renderForAccount(1, () => Promise.resolve()));
  expect(isRenderQueueFull(1)).toBe(true);
  expect(isRenderQueueFull(3)).toBe(false);
  await Promise.all(pages);
  expect(isRenderQueueFull(1)).toBe(false);
});

it("begins the next page of an account when one of them fails", async () => {
  const failed = renderForAccount(2, () => Promise.reject(new Error("broken")));
  const next = renderForAccount(2, () => Promise.resolve("whole"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("whole");
});
