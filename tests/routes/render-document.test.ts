import type { EntryContext } from "@remix-run/node";
import { expect, it } from "vitest";
import { requestContext, type RequestContext } from "~/platform/request-context.server";
import handleRequest, { MAX_WAITING, renderForAccount } from "~/render-document.server";

const fillQueue = () =>
  Array.from({ length: MAX_WAITING + 1 }, () => renderForAccount(7, () => Promise.resolve()));

/** Renders nothing: the context is empty. */
function handle(method: "GET" | "POST", headers = new Headers()): Promise<Response> {
  const memo = new Map<string, unknown>([["member", Promise.resolve({ id: 7 })]]);
  const context: RequestContext = { id: "test", subnet: "", memo, answerHeaders: new Headers() };
  const request = new Request("http://localhost/dashboard", { method });
  return requestContext.run(context, () => handleRequest(request, 200, headers, {} as EntryContext));
}

it("responds 503 with Retry-After when too many pages of the member wait", async () => {
  const waiting = fillQueue();
  const response = await handle("GET", new Headers({ "Set-Cookie": "toast=read" }));
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(response.headers.getSetCookie()).toEqual(["toast=read"]);
  await Promise.all(waiting);
});

it("renders the page of a refused form even when too many pages of the member wait", async () => {
  const waiting = fillQueue();
  await expect(handle("POST")).rejects.toThrow(TypeError);
  await Promise.all(waiting);
});
