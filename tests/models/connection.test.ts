import mongoose from "mongoose";
import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "#models/db/failures.server";

describe("the connection", () => {
  it("forgives the embedded engine a pause, and only that", () => {
    const { connectTimeoutMS } = mongoose.connection.getClient().options;
    expect(connectTimeoutMS).toBe(process.env.MONGODB_URI ? 2_000 : 30_000);
  });

  it("that is let go while the driver writes is a database that is away; another broken pipe is not", () => {
    const brokenAt = (place: string) =>
      Object.assign(new Error("write EPIPE"), {
        code: "EPIPE",
        stack: `Error: write EPIPE\n    at ${place}`,
      });
    const driver = "Connection.writeCommand (/app/node_modules/mongodb/src/cmap/connection.ts:722:23)";
    expect(isDatabaseAway(brokenAt(driver))).toBe(true);
    expect(isDatabaseAway(new Error("wrapped", { cause: brokenAt(driver) }))).toBe(true);
    expect(isDatabaseAway(brokenAt("SMTPConnection (/app/node_modules/nodemailer/lib/smtp.js:1:1)"))).toBe(
      false,
    );
  });
});
