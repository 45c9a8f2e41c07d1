import { Schema } from "mongoose";
import { SEASONS, type Season } from "~/domain/calendar/church-year";
import {
  CATEGORIES,
  type Category,
  type Depth,
  type PromptSlot,
} from "~/domain/journal/prompts/prompt-categories";
import { defineModel } from "./db/define-model.server";

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

const schema = new Schema<LibraryChangeRecord>(
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

export const LibraryChangeModel = defineModel<LibraryChangeRecord>("LibraryChange", schema);
