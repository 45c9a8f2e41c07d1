import { log } from "~/platform/log.server";

/** One event of a stream: a name and something that JSON can say. */
export type StreamEvent = { event: string; data: unknown };

/**
 * An answer that comes piece by piece, as server-sent events. `run` continues to its end when the client has gone, so that
 * what it saves is complete; a failure is sent as the event `failed`.
 */
export function eventStream(run: (send: (event: StreamEvent) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = ({ event, data }: StreamEvent) => {
        if (open) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      const finish = async () => {
        try {
          await run(send);
        } catch (error) {
          log.error("stream.failed", error);
          send({ event: "failed", data: null });
        }
        if (open) controller.close();
        open = false;
      };
      void finish();
    },
    cancel() {
      open = false;
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // no-transform: nothing on the way may wait to pack it.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
