import type { EntryContext } from "@remix-run/node";
import { expect, it } from "vitest";
import { MAX_WAITING, renderForAccount } from "~/http/account-render-queue.server";
import { requestContext, type RequestContext } from "~/platform/request-context.server";
import handleRequest from "~/render-document.server";

it("answers 503 with Retry-After when too many pages of the member wait for rendering", async () => {
  const waiting = Array.from({ length: MAX_WAITING + 1 }, () => renderForAccount(7, () => Promise.resolve()));
  const memo = new Map<string, unknown>([["member", Promise.resolve({ id: 7 })]]);
  const context: RequestContext = { id: "test", subnet: "", memo, answerHeaders: new Headers() };
  const headers = new Headers({ "Set-Cookie": "toast=read" });
  const response = await requestContext.run(context, () =>
    handleRequest(new Request("http://localhost/dashboard"), 200, headers, {} as EntryContext),
  );
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(response.headers.getSetCookie()).toEqual(["toast=read"]);
  await Promise.all(waiting);
});
