import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AlertState, FigureGroups } from "~/components/admin/facts";
import { OfflineNotice } from "~/components/feedback/offline-notice";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import { Button } from "./button";

it("renders a space after buttons, notices and figures, for browsers without CSS", () => {
  const words = (page: React.ReactElement) => renderToStaticMarkup(page).replace(/<[^>]+>/g, "");
  const buttons = ["Make it again", "Delete this insight"].map((text) => <Button key={text}>{text}</Button>);
  expect(words(<p>{buttons}</p>)).toBe("Make it again Delete this insight ");
  expect(words(<OfflineNotice again="" />)).toMatch(new RegExp(`${OFFLINE_TEXTS.again}$`));
  expect(words(<AlertState state="open" severity="critical" />)).toBe("Open Critical");
  const figures = [{ label: "Open sessions", value: 3, note: "of 2 people" }];
  expect(words(<FigureGroups groups={[{ title: "Now", figures }]} zerosTitle="" />)).toContain(
    "3 of 2 people",
  );
});

it("keeps every variant of a button as wide as its words in a grid", () => {
  for (const variant of ["primary", "quiet", "danger"] as const)
    expect(renderToStaticMarkup(<Button variant={variant}>Save</Button>)).toContain("justify-self-start");
});
