import { z } from "zod";
import { LIMITS, tagsFrom } from "~/domain/journal/content";
import { privacySchemaWords } from "~/words/accounts/privacy-schema";
import { AI_FEATURES } from "~/domain/member/consent";

const feature = z.enum(AI_FEATURES, privacySchemaWords.pleaseUseOneOfTheButtons);

/** `/settings/privacy` (product 2.10, "Privacy & AI"). */
export const PrivacySchema = z.discriminatedUnion("intent", [
  // The host that the person has read about: another one is another question.
  z.object({ intent: z.literal("agree"), feature, host: z.string().max(300) }),
  z.object({ intent: z.literal("withdraw"), feature }),
  z.object({
    intent: z.literal("exclude"),
    excludedTags: z
      .string()
      .max(2_000, privacySchemaWords.pleaseKeepThisUnder2000)
      .optional()
      .transform((text) => tagsFrom(text ?? ""))
      .refine((tags) => tags.length <= 50, privacySchemaWords.pleaseUse50TagsOrFewer)
      .refine(
        (tags) => tags.every((tag) => tag.length <= LIMITS.tag),
        privacySchemaWords.pleaseKeepEachTag({ tag: LIMITS.tag }),
      ),
  }),
]);
