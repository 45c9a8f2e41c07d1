import { expect, it, vi } from "vitest";
import type { FromWorker } from "~/worker/messages";
import { persistStorage, watchOfflineQueue } from "./offline-queue";

function stubWorker() {
  const serviceWorker = new EventTarget();
  vi.stubGlobal("navigator", { serviceWorker });
  return (data: FromWorker) => serviceWorker.dispatchEvent(new MessageEvent("message", { data }));
}

it("reports when a form of the page waits and when it is sent, until it stops listening", () => {
  const tell = stubWorker();
  const onChange = vi.fn();
  const stop = watchOfflineQueue("/journal/free", onChange);
  tell({ type: "waiting", path: "/journal/free" });
  tell({ type: "sent", paths: ["/journal/morning", "/journal/free"] });
  expect(onChange.mock.calls).toEqual([[true], [false]]);
  stop();
  tell({ type: "sent", paths: ["/journal/free"] });
  expect(onChange).toHaveBeenCalledTimes(2);
});

it("reports nothing when the forms of other pages wait or are sent, or one is refused", () => {
  const tell = stubWorker();
  const onChange = vi.fn();
  watchOfflineQueue("/journal/free", onChange);
  tell({ type: "waiting", path: "/journal/morning" });
  tell({ type: "sent", paths: ["/journal/morning"] });
  tell({ type: "refused", words: "The heron stood." });
  expect(onChange).not.toHaveBeenCalled();
});

it("does nothing when the browser has no service worker and no storage to persist", () => {
  vi.stubGlobal("navigator", {});
  watchOfflineQueue("/journal/free", vi.fn())();
  expect(persistStorage()).toBeUndefined();
});

it("asks the browser to persist its storage, whatever it answers", async () => {
  const persist = vi.fn(() => Promise.reject(new Error("not allowed")));
  vi.stubGlobal("navigator", { storage: { persist } });
  persistStorage();
  await Promise.resolve();
  expect(persist).toHaveBeenCalledTimes(1);
});
