import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import {
  abortPasswordJobs,
  closePasswordPool,
  hashPassword,
  PasswordsBusyError,
  rejectQueuedPasswordJobs,
} from "~/platform/passwords.server";

it("rejects queued password jobs at shutdown and finishes running ones", async () => {
  const threads = Math.max(1, availableParallelism() - 1);
  const hashes = Array.from({ length: threads + 3 }, (_, n) => hashPassword(`Stillness ${n}`));
  rejectQueuedPasswordJobs();
  const results = await Promise.allSettled(hashes);
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, n) => (n < threads ? "fulfilled" : "rejected")),
  );
  for (const one of results)
    if (one.status === "rejected") expect(one.reason).toBeInstanceOf(PasswordsBusyError);
  // A free worker still hashes without a queue.
  await expect(hashPassword("Stillness")).resolves.toMatch(/^v1\$/);
});

it("rejects running and new password jobs when shutdown aborts them", async () => {
  const begun = hashPassword("Stillness").catch((error: unknown) => error);
  abortPasswordJobs();
  await expect(begun).resolves.toBeInstanceOf(PasswordsBusyError);
  await expect(hashPassword("Stillness")).rejects.toBeInstanceOf(PasswordsBusyError);
  await closePasswordPool();
  await expect(hashPassword("Stillness")).resolves.toMatch(/^v1\$/);
});
