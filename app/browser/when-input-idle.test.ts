import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenInputIdle } from "./when-input-idle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Document stub with the focus on one element. */
function pageWith(focused: string | null) {
  const matches = (selector: string) => focused !== null && selector.split(", ").includes(focused);
  const page = Object.assign(new EventTarget(), {
    activeElement: { matches } as Element,
    focus: (next: string | null) => (focused = next),
  });
  const act = vi.fn();
  return { page, act, stop: whenInputIdle(page as unknown as Document, 1_000, act) };
}

it("acts once after the delay", () => {
  const { page, act } = pageWith(null);
  vi.advanceTimersByTime(999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  page.dispatchEvent(new Event("input"));
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
});

it("waits while a field has the focus, even since before hydration", () => {
  const { page, act } = pageWith("textarea");
  vi.advanceTimersByTime(30_000);
  expect(act).not.toHaveBeenCalled();
  page.focus("button");
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});

it("waits while inputs change without focus, as on some phones", () => {
  const { page, act } = pageWith(null);
  for (let choice = 0; choice < 5; choice++) {
    vi.advanceTimersByTime(900);
    page.dispatchEvent(new Event("input"));
  }
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});

it("does not act after it was cancelled", () => {
  const { act, stop } = pageWith(null);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});
