import { describe, expect, it } from "vitest";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";

describe("link preview picture", async () => {
  const { serve } = await wholeApplication();
  const textOf = async (path: string) => (await serve((await visit(path)).request)).text();

  it.each(["/", "/home", "/about", "/faq"])("is named by %s", async (path) => {
    expect(await textOf(path)).toContain('property="og:image"');
  });

  it("is not named by the sign-in page", async () => {
    expect(await textOf("/login")).not.toContain("og:image");
  });
});
