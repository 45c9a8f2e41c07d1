import * as addresses from "~/addresses";
import type { DayKeptOffline } from "~/worker/contract";
import { inOrderOfAsking } from "~/worker/in-order-of-asking";
import { all, put, remove, timesCleared } from "./store";

const TODAY = addresses.offlineToday();
const HOUR_MS = 60 * 60 * 1000;

const ask = inOrderOfAsking();

export const keptToday = async (): Promise<DayKeptOffline | undefined> => (await all("today"))[0];

/** Who is signed in, and a token with which a form of theirs is taken. */
export type Person = { owner: string; token: string };

/** Reads today's passage, questions and few and keeps them; undefined for a visitor. */
export async function readToday(): Promise<Person | undefined> {
  const before = timesCleared();
  const isNews = ask();
  const answer = await fetch(TODAY, { headers: { Accept: "application/json" }, redirect: "manual" });
  const last = await keptToday();
  if (!answer.ok) {
    if (answer.type === "opaqueredirect" || answer.status === 401) await forgetNames();
    return undefined;
  }
  const { token, ...today } = (await answer.json()) as Omit<DayKeptOffline, "key" | "readAt"> & {
    token: string;
  };
  if (timesCleared() !== before) return undefined;
  const person = { owner: today.owner, token };
  if (!isNews()) return person;
  // Someone else has signed in on this device.
  if (last && last.owner !== today.owner) await remove("today", "today");
  await put("today", { ...today, key: "today", readAt: Date.now() });
  return person;
}

/** Nobody is signed in any more: the questions are anyone's, the names are not. */
export async function forgetNames(): Promise<void> {
  // What was asked for while someone was is not kept either.
  ask()();
  const last = await keptToday();
  if (last) await put("today", { ...last, held: [], readAt: 0 });
}

/** Whether this person's questions were read a short while ago. */
export async function hasToday(owner: string | undefined): Promise<boolean> {
  const last = await keptToday();
  return last !== undefined && last.owner === owner && Date.now() - last.readAt < HOUR_MS;
}
