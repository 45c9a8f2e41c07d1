import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormRecoveryScreen } from "./full-page";
import { Toaster } from "./toaster";

const recoveredForm = {
  kind: "give-back",
  title: "There is no room to save this",
  message: "Please try again.",
  action: "/journal/free?x=1",
  protection: { token: "t0ken", submission: "subm1ssion" },
} as const;

test("renders a recovered form with long and short values to send again", () => {
  const html = renderToStaticMarkup(
    <FormRecoveryScreen
      {...recoveredForm}
      fields={[
        ["intent", "finish"],
        ["wordKept", "one\ntwo"],
        ["body", "long ".repeat(40)],
        ["tags", "a"],
        ["tags", "b"],
      ]}
    />,
  );
  expect(html).toContain('<form method="post" action="/journal/free?x=1">');
  expect(html).toContain('<input type="hidden" name="_token" value="t0ken"/>');
  expect(html).toContain('<input type="hidden" name="_submission" value="subm1ssion"/>');
  expect(html).toContain('<input type="hidden" name="intent" value="finish"/>');
  expect(html).toMatch(/<label for="given-1"[^>]*>Word kept<\/label><textarea id="given-1" name="wordKept"/);
  expect(html).toMatch(/<textarea[^>]*name="body"/);
  expect(html.match(/name="tags"/g)).toHaveLength(2);
  expect(html).toContain("Try again");
});

test("renders a link instead of a form when no fields were recovered", () => {
  const html = renderToStaticMarkup(<FormRecoveryScreen {...recoveredForm} fields={[]} />);
  expect(html).not.toContain("<form");
  expect(html).toContain('<a href="/journal/free?x=1">');
  expect(html).toContain('<a href="/safety"');
});

test.each([
  ["info", "status"],
  ["success", "status"],
  ["error", "alert"],
] as const)("renders a pending %s toast with role %s without script", (tone, role) => {
  const html = renderToStaticMarkup(
    <Toaster toast={{ title: "Logged out", text: "Go in peace.", tone }} scripted={tone === "info"} />,
  );
  expect(html).toContain(`role="${role}"`);
  expect(html).toContain("Logged out");
  expect(html).toContain("Go in peace.");
});
