import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { COOKIES } from "./cookies";

test("lists every cookie that the server sets on the cookie page", () => {
  const folder = path.resolve("app/http");
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");
  const named = [...sources.matchAll(/named\("([\w-]+)"\)|"__Host-([\w-]+)"/g)].map(
    ([, first, second]) => first ?? second,
  );
  const listed = COOKIES.flatMap(({ name }) => name.split(", "));
  expect(named).toContain("sid");
  expect(named.filter((name) => !listed.includes(name ?? ""))).toEqual([]);
});
