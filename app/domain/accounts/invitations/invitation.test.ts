import { expect, it } from "vitest";
import { generateInvitationCode, parseInvitationCode } from "./invitation";

it("reads a typed invitation code whatever its case, separators and look-alike letters", () => {
  const code = generateInvitationCode((limit) => limit - 1);
  expect([code, parseInvitationCode(code)]).toEqual(["ZZZZ-ZZZZ-ZZZZ", "ZZZZZZZZZZZZ"]);
  expect(parseInvitationCode(" ab1o cdil–ef56 ")).toBe("AB10CD11EF56");
  for (const text of ["", "ABCD-EFGH", "ABCD-EFGH-JKMU", "ABCD-EFGH-JKMN-PQRS"])
    expect(parseInvitationCode(text), text).toBeNull();
});
