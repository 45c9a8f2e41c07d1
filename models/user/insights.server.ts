import { Schema } from "mongoose";
import { INSIGHTS, type AiConsent, type InsightChoice } from "~/domain/member/preferences";
import { settingFields } from "./setting-fields.server";

/** What may be made of a person's writing, and who may make it. */
export type InsightsPart = {
  /** Tags whose entries stay out of insights and coaches; sealed with the data key, as tags are everywhere. */
  excludedTags: Buffer | null;
  /** What may be sent to the operator's language model; missing until the person was asked. */
  aiConsent?: AiConsent;
  insights?: InsightChoice;
  /** When this person's current week ends and its insight is made; missing until computed. */
  insightsDueAt?: Date;
};

const aiConsent = new Schema<AiConsent>(
  {
    insights: { type: Boolean, default: false },
    coaches: { type: Boolean, default: false },
    at: { type: Date, default: null },
    version: { type: String, default: "" },
  },
  { _id: false },
);
const insights = new Schema<InsightChoice>(settingFields(INSIGHTS), { _id: false });

export const insightsPart = new Schema<InsightsPart>(
  {
    excludedTags: { type: Buffer, default: null },
    aiConsent: { type: aiConsent, default: undefined },
    insights: { type: insights, default: undefined },
    insightsDueAt: { type: Date, default: undefined },
  },
  { _id: false },
);
// People whose week has ended; those without a moment yet are indexed under null.
insightsPart.index({ insightsDueAt: 1, _id: 1 });
