import { Schema } from "mongoose";
import { SEASONS, type Season } from "~/domain/calendar/church-year";
import {
  CATEGORIES,
  type Category,
  type Depth,
  type PromptSlot,
} from "~/domain/journal/prompts/prompt-categories";
import { defineModel } from "./db/define-model.server";

/** A prompt written by a user; `sealed` contains its text. */
export type OwnPromptRecord = {
  /** 128 random bits, base64url. */
  _id: string;
  userId: number;
  slot: "morning" | "evening" | "any";
  active: boolean;
  sealed: Buffer;
  createdAt: Date;
  updatedAt: Date;
};

const ownPromptSchema = new Schema<OwnPromptRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    slot: { type: String, enum: ["morning", "evening", "any"], required: true },
    active: { type: Boolean, required: true },
    sealed: { type: Buffer, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "ownPrompts" },
);
ownPromptSchema.index({ userId: 1, createdAt: 1 });

export const OwnPromptModel = defineModel<OwnPromptRecord>("OwnPrompt", ownPromptSchema);

/** The prompts that a user received in place of the default one, for one slot of a day. */
export type PromptSwapRecord = {
  /** "7|2026-11-21|morning" */
  _id: string;
  userId: number;
  date: string;
  /** In the order shown; the last one is current. */
  ids: string[];
  /** The number of swaps, except to own prompts that the user picked. */
  count: number;
  /** The form that changed it last, so that a repeated post changes nothing. */
  savedBy: string;
  expiresAt: Date;
};

const promptSwapSchema = new Schema<PromptSwapRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    date: { type: String, required: true },
    ids: { type: [String], default: [] },
    count: { type: Number, required: true },
    savedBy: { type: String, default: "" },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "promptSwaps" },
);
promptSwapSchema.index({ userId: 1, date: 1 });
// Recent swaps, for the statistics of the library.
promptSwapSchema.index({ date: 1 });
promptSwapSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PromptSwapModel = defineModel<PromptSwapRecord>("PromptSwap", promptSwapSchema);

/** An operator's change to the built-in library of prompts and passages. */
export type LibraryChangeRecord = {
  /** "retired|gratitude.3", "added|o.1a2b3c", "passage|Psalm 46:10" */
  _id: string;
  kind: "retired" | "added" | "passage";
  /** The name of the prompt, or the replaced reference. */
  name: string;
  /** Fields of an added prompt. */
  category?: Category;
  slot?: PromptSlot;
  depth?: Depth;
  text?: string;
  season?: Season;
  /** The passage read instead. */
  replacement?: string;
  changedAt: Date;
};

const libraryChangeSchema = new Schema<LibraryChangeRecord>(
  {
    _id: String,
    kind: { type: String, enum: ["retired", "added", "passage"], required: true },
    name: { type: String, required: true },
    category: { type: String, enum: CATEGORIES },
    slot: { type: String, enum: ["morning", "evening", "any"] },
    depth: { type: Number, enum: [1, 2, 3] },
    text: String,
    season: { type: String, enum: SEASONS },
    replacement: String,
    changedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "libraryChanges" },
);

export const LibraryChangeModel = defineModel<LibraryChangeRecord>("LibraryChange", libraryChangeSchema);
