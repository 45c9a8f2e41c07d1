import { expect, it, vi } from "vitest";
import { onToast, showToast } from "./toasts";

const said = (title: string) => ({ title, tone: "info" }) as const;

it("delivers only the last toast that was shown before a subscription, and only once", () => {
  showToast(said("first"));
  showToast(said("second"));
  const listener = vi.fn();
  const stop = onToast(listener);
  expect(listener.mock.calls).toEqual([[said("second")]]);
  showToast(said("third"));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  const next = vi.fn();
  onToast(next)();
  expect(next).not.toHaveBeenCalled();
});
