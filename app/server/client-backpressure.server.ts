import type { ServerResponse } from "node:http";
import type { Connection } from "~/platform/request-context.server";

/** Remix writes as fast as a stream gives; through this a stream gives only as fast as the client reads. */
export function clientBackpressure(response: ServerResponse): Connection {
  return {
    drained: () =>
      new Promise((resolve) => {
        if (response.destroyed || response.socket?.destroyed) return resolve(false);
        if (!response.writableNeedDrain) return resolve(true);
        const settle = () => {
          response.off("drain", settle).off("close", settle);
          resolve(!response.destroyed);
        };
        response.on("drain", settle).on("close", settle);
      }),
    cut: () => response.destroy(),
  };
}
