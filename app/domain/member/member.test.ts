import { expect, test } from "vitest";
import { avatarInitials, displayName } from "./member";

const nobody = { username: "", firstName: "", lastName: "", email: "" };

test.each([
  ["first letters of both names", { firstName: "Ruth", lastName: "boaz", username: "gleaner" }, "RB"],
  ["a first name alone", { firstName: "Hannah", username: "demo" }, "H"],
  ["a last name alone", { lastName: "Boaz", username: "gleaner" }, "B"],
  ["names of spaces count as missing", { firstName: " ", lastName: " ", username: "gleaner" }, "GL"],
  ["a username of one letter", { username: "g" }, "G"],
  ["no username leads to the address", { email: "naomi@example.com" }, "N"],
  ["nothing at all", {}, "U"],
  ["letters beyond the basic plane are not cut in half", { firstName: "𝒜nna", lastName: "Émile" }, "𝒜É"],
])("shows initials for %s", (_, known, initials) => {
  expect(avatarInitials({ ...nobody, ...known })).toBe(initials);
});

test("displays full name, else username, else email address", () => {
  expect(displayName({ ...nobody, firstName: "Ruth", lastName: "Boaz", username: "gleaner" })).toBe(
    "Ruth Boaz",
  );
  expect(displayName({ ...nobody, firstName: "Ruth", username: "gleaner" })).toBe("Ruth");
  expect(displayName({ ...nobody, username: "gleaner", email: "r@example.com" })).toBe("gleaner");
  expect(displayName({ ...nobody, email: "r@example.com" })).toBe("r@example.com");
});
