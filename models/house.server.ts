import { Schema } from "mongoose";
import type { HouseChoices } from "~/domain/house/choices";
import { defineModel } from "./db/define-model.server";

/** What an administrator has chosen for this house, and the code by which its first one may come: one record, nothing secret. */
export type HouseRecord = Partial<HouseChoices> & {
  _id: "house";
  /** The hash of the code that the last start printed; null when there is an administrator. */
  setupCode?: string | null;
};

const schema = new Schema<HouseRecord>(
  {
    _id: String,
    houseName: String,
    registration: String,
    defaultPlan: String,
    welcome: String,
    sharedWay: String,
    wayOnToday: String,
    setupCode: String,
  },
  { versionKey: false, collection: "house" },
);

export const HouseModel = defineModel<HouseRecord>("House", schema);
