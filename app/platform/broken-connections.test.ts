import { afterEach, expect, it } from "vitest";
import { leaveOutTheirStacks } from "./broken-connections.server";

const usual = Error.prepareStackTrace;
afterEach(() => {
  Error.prepareStackTrace = usual;
});

const broken = (message: string, code: string) => Object.assign(new Error(message), { code });

it("the stack of a connection that broke is not looked up, every other one is", () => {
  const lookedUp: string[] = [];
  Error.prepareStackTrace = ({ message }) => {
    lookedUp.push(message);
    return "looked up";
  };
  leaveOutTheirStacks();
  expect(broken("aborted", "ECONNRESET").stack).toBe("Error: aborted");
  expect(broken("Parse Error", "HPE_INVALID_EOF_STATE").stack).toBe("Error: Parse Error");
  expect(lookedUp).toEqual([]);
  expect(broken("read ECONNRESET", "ECONNRESET").stack).toBe("looked up");
  expect(new Error("aborted").stack).toBe("looked up");
  expect(lookedUp).toEqual(["read ECONNRESET", "aborted"]);
});
