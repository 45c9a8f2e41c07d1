import { t } from "~/i18n/t";
import { log } from "~/platform/log.server";
import { requestContext, type Backpressure } from "~/platform/request-context.server";
import { redirectWithToast } from "./toast.server";

type File = {
  fileName: string;
  type: string;
  body: AsyncIterable<Uint8Array>;
  /** How long it is, where that is known. */
  bytes?: number;
};

/** Where a file was asked for whose link was used, or is over. */
export const downloadExpired = (page: string) =>
  redirectWithToast(page, {
    title: t("This download link has expired"),
    text: t("It works once, for five minutes. Please ask for a new one."),
    tone: "info",
  });

/**
 * A file that is made while it is sent: the next piece when the client has taken the last one, an end in the middle when
 * something fails, and nothing more when the client has gone.
 */
export function download({ fileName, type, body, bytes }: File): Response {
  return new Response(streamOf(body, requestContext.getStore()?.connection), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName.replace(/[^\w.-]/g, "_")}"`,
      // Not to be packed on the way: what waits in the packing is beyond the client's pace.
      "Cache-Control": "no-store, no-transform",
      // Opened in the browser after all, it may do nothing.
      "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ...(bytes !== undefined && { "Content-Length": String(bytes) }),
    },
  });
}

function streamOf(body: AsyncIterable<Uint8Array>, connection?: Backpressure): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (connection && !(await connection.drained())) {
            await pieces.return?.();
            return controller.close();
          }
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          log.error("download.broken", error);
          // An error would go through the framework to the same end, with a stack on the console.
          if (!connection) return controller.error(error);
          connection.cut();
          controller.close();
        }
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    // Nothing is made before it is asked for.
    { highWaterMark: 0 },
  );
}
