import type { ServerResponse } from "node:http";
import type { Backpressure } from "~/platform/request-context.server";

/** Remix writes as fast as a stream gives; through this a stream gives only as fast as the client reads. */
export const clientBackpressure = (response: ServerResponse): Backpressure => ({
  drained: () =>
    new Promise((resolve) => {
      const settle = () => resolve(!response.off("drain", settle).off("close", settle).destroyed);
      if (response.destroyed || response.socket?.destroyed) resolve(false);
      else if (response.writableNeedDrain) response.on("drain", settle).on("close", settle);
      else resolve(true);
    }),
  cut: () => response.destroy(),
});
