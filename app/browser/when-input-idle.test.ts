import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenInputIdle } from "./when-input-idle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A document with the focus on one element. */
function placeWith(focused: string | null) {
  const matches = (selector: string) => focused !== null && selector.split(", ").includes(focused);
  const place = Object.assign(new EventTarget(), {
    activeElement: { matches } as Element,
    focus: (next: string | null) => (focused = next),
  });
  const act = vi.fn();
  return { place, act, stop: whenInputIdle(place as unknown as Document, 1_000, act) };
}

it("acts once, when its time has come", () => {
  const { place, act } = placeWith(null);
  vi.advanceTimersByTime(999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  place.dispatchEvent(new Event("input"));
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
});

it("waits while someone is in a field, also one that was entered before script ran", () => {
  const { place, act } = placeWith("textarea");
  vi.advanceTimersByTime(30_000);
  expect(act).not.toHaveBeenCalled();
  place.focus("button");
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});

it("waits while things are chosen that never have the focus, as on some phones", () => {
  const { place, act } = placeWith(null);
  for (let choice = 0; choice < 5; choice++) {
    vi.advanceTimersByTime(900);
    place.dispatchEvent(new Event("input"));
  }
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});

it("is given up with the page that it belongs to", () => {
  const { act, stop } = placeWith(null);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});
