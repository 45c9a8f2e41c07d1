import { z } from "zod";
import { LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import { AI_FEATURES } from "~/domain/member/consent";
import { t } from "~/i18n/t";

const feature = z.enum(AI_FEATURES, t("Please use one of the buttons on this page."));

/** `/settings/privacy`. */
export const PrivacySchema = z.discriminatedUnion("intent", [
  // The host that the person has read about: another one is another question.
  z.object({ intent: z.literal("agree"), feature, host: z.string().max(300) }),
  z.object({ intent: z.literal("withdraw"), feature }),
  z.object({
    intent: z.literal("exclude"),
    excludedTags: z
      .string()
      .max(2_000, t("Please keep this under 2,000 characters."))
      .optional()
      .transform((text) => tagsFrom(text ?? ""))
      .refine((tags) => tags.length <= 50, t("Please use 50 tags or fewer."))
      .refine(
        (tags) => tags.every((tag) => tag.length <= LIMITS.tag),
        t("Please keep each tag under {tag} characters.", { tag: LIMITS.tag }),
      ),
  }),
]);
