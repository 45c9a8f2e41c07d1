import { describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { createUser, PASSWORD } from "#tests/factories/user";
import { secrets } from "~/platform/secrets.server";
import { keysForPaper } from "../../scripts/commands/keys";

describe("key printout", () => {
  it("requires an administrator's password and is recorded in the audit log", async () => {
    await createUser({ isAdmin: true, username: "Warden" });
    const page = await keysForPaper("Warden", PASSWORD);
    const { id, key } = secrets.keyRing[0] ?? { id: "", key: Buffer.alloc(0) };
    expect(page).toContain(`${id}:${key.toString("base64")}`);
    expect(page).toContain(secrets.pepper);
    expect(page).not.toContain(secrets.session[0]);
    expect(await AuditEventModel.countDocuments({ kind: "admin.keys_shown" })).toBe(1);
  });

  it("is refused for a wrong password, a member, a locked account and an unknown name", async () => {
    await createUser({ isAdmin: true, username: "warden" });
    await createUser({ isAdmin: true, username: "away", status: "locked" });
    await createUser({ username: "guest" });
    for (const [username, password] of [
      ["warden", "Wrong-pass1"],
      ["guest", PASSWORD],
      ["away", PASSWORD],
      ["nobody", PASSWORD],
    ] as const)
      await expect(keysForPaper(username, password)).rejects.toThrow("not an administrator here");
  });
});
