import type { OfflineQuestion } from "~/domain/journal/reflection/offline-page";

/** What a device keeps of someone's intentions: those of one day, and a field to take up one more. */
export type OfflineIntentions = {
  held: { name: string; line: string }[];
  carry: { title: string; fields: OfflineQuestion[] };
};
