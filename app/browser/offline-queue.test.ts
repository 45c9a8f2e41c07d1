import { expect, it, vi } from "vitest";
import type { FromWorker } from "~/worker/messages";
import { persistStorage, watchOfflineQueue } from "./offline-queue";

function stubWorker() {
  const serviceWorker = new EventTarget();
  vi.stubGlobal("navigator", { serviceWorker });
  return (data: FromWorker) => serviceWorker.dispatchEvent(new MessageEvent("message", { data }));
}

it("reports a queued and a sent form of the page until unsubscribed", () => {
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

it("ignores forms of other pages and rejected forms", () => {
  const tell = stubWorker();
  const onChange = vi.fn();
  watchOfflineQueue("/journal/free", onChange);
  tell({ type: "waiting", path: "/journal/morning" });
  tell({ type: "sent", paths: ["/journal/morning"] });
  tell({ type: "refused", words: "The heron stood." });
  expect(onChange).not.toHaveBeenCalled();
});

it("does nothing without service worker and storage APIs", () => {
  vi.stubGlobal("navigator", {});
  watchOfflineQueue("/journal/free", vi.fn())();
  expect(persistStorage()).toBeUndefined();
});

it("requests persistent storage and ignores the reply", async () => {
  const persist = vi.fn(() => Promise.reject(new Error("not allowed")));
  vi.stubGlobal("navigator", { storage: { persist } });
  persistStorage();
  await Promise.resolve();
  expect(persist).toHaveBeenCalledTimes(1);
});
