import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answer, post, visit } from "#tests/support/request";
import { CROSS_SITE_POST, STALE_POST } from "~/http/failure-responses.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { HOST_HEADER } from "~/http/request-origin.server";
import { env } from "~/platform/env.server";
import { action } from "~/routes/public/contact/route";

const HOST = "localhost:3000";
const MESSAGE = {
  name: "Ann Reader",
  email: "ann@example.test",
  topic: "account",
  message: "I cannot find the page that I wrote on Sunday.",
};

/** The cookie of a browser, and the token of its page. */
async function openForm() {
  const { protection, headers } = await issueCsrfFields((await visit("/contact")).request);
  return { token: protection.token, Cookie: headers.get("Set-Cookie")?.split(";")[0] ?? "" };
}

/** Posts a form with `Origin: null`, without the headers that are null. */
async function send(headers: Record<string, string | null>, token?: string) {
  const args = await post("/contact", { ...MESSAGE, ...(token && { _token: token }) });
  for (const [name, value] of Object.entries({ Origin: "null", [HOST_HEADER]: HOST, ...headers }))
    if (value === null) args.request.headers.delete(name);
    else args.request.headers.set(name, value);
  const { status, data } = await answer(() => action(args));
  return { status, data };
}

const ACCEPTED = { status: 302 };
const recovered = (message: string, protection: unknown) => ({
  status: 403,
  data: {
    message,
    protection,
    fields: expect.arrayContaining([["message", MESSAGE.message]]) as unknown,
  },
});
/** Response to a form of another site: the text can be copied, but not sent. */
const FOREIGN = recovered(CROSS_SITE_POST.message, null);
const STALE = recovered(STALE_POST.message, expect.anything());

describe.each([true, false])("form with a withheld origin (PUBLIC_ORIGIN set: %s)", (isNamed) => {
  beforeEach(() => {
    env.isOriginNamed = isNamed;
  });
  afterEach(() => {
    env.isOriginNamed = true;
  });

  it.each([null, "same-origin"])("is accepted with its token when Sec-Fetch-Site is %s", async (site) => {
    const { token, Cookie } = await openForm();
    const headers = { Cookie, "Sec-Fetch-Site": site };
    expect(await send(headers, token)).toMatchObject(ACCEPTED);
    expect(await send({ ...headers, Referer: `http://${HOST}/contact` }, token)).toMatchObject(ACCEPTED);
    expect(await send({ ...headers, Referer: "https://evil.test/" }, token)).toMatchObject(FOREIGN);
  });

  it.each(["same-site", "none", "cross-site"])(
    "is rejected with its token when Sec-Fetch-Site is %s",
    async (site) => {
      const { token, Cookie } = await openForm();
      expect(await send({ Cookie, "Sec-Fetch-Site": site }, token)).toMatchObject(FOREIGN);
    },
  );

  it("is rejected without a valid token, and can be sent again only when Sec-Fetch-Site is same-origin", async () => {
    const { Cookie } = await openForm();
    const { token: another } = await openForm();
    for (const token of [undefined, "none", another]) {
      expect(await send({ Cookie }, token)).toMatchObject(FOREIGN);
      expect(await send({ Cookie, "Sec-Fetch-Site": "same-origin" }, token)).toMatchObject(STALE);
    }
  });
});
