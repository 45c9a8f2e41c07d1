import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it } from "vitest";
import { LimitReachedError } from "~/platform/concurrency.server";
import { MAX_QUEUED_PAGES, renderForAccount } from "./render-document.server";

it("renders one page of an account per tick, with pages of others in between", async () => {
  const rendered: string[] = [];
  const page = (accountId: number, name: string) =>
    renderForAccount(accountId, () => Promise.resolve(rendered.push(name)));
  const pages = [page(10, "long 1"), page(10, "long 2"), page(10, "long 3"), page(20, "short 1")];
  await nextTick();
  expect(rendered).toEqual(["long 1", "short 1"]);
  await nextTick();
  pages.push(page(30, "short 2"));
  await pages.at(-1);
  expect(rendered).toEqual(["long 1", "short 1", "long 2", "short 2"]);
  await Promise.all(pages);
  expect(rendered.at(-1)).toBe("long 3");
});

it("rejects a page when too many of its account wait, until they are rendered", async () => {
  const page = (accountId: number) => renderForAccount(accountId, () => Promise.resolve());
  const pages = Array.from({ length: MAX_QUEUED_PAGES + 1 }, () => page(1));
  await expect(page(1)).rejects.toThrow(LimitReachedError);
  await page(3);
  await Promise.all(pages);
  await page(1);
});

it("renders the next page of an account when one fails", async () => {
  const failed = renderForAccount(2, () => Promise.reject(new Error("broken")));
  const next = renderForAccount(2, () => Promise.resolve("whole"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("whole");
});
