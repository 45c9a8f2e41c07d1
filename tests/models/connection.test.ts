import mongoose from "mongoose";
import { describe, expect, it } from "vitest";

describe("the connection", () => {
  it("forgives the embedded engine a pause, and only that", () => {
    const { connectTimeoutMS } = mongoose.connection.getClient().options;
    expect(connectTimeoutMS).toBe(process.env.MONGODB_URI ? 2_000 : 30_000);
  });
});
