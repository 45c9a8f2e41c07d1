import { Schema } from "mongoose";

/** Whether an interrupted import into a sealed journal waits for its writer's next visit. */
export type ImportsPart = { importDue?: boolean };

export const importsPart = new Schema<ImportsPart>({ importDue: { type: Boolean } }, { _id: false });
