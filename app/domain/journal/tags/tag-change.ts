import { z } from "zod";
import { CONTENT_LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";

/** A change of a tag in all entries; `to` is empty for "remove". */
export type TagChange = { kind: "rename" | "merge" | "remove"; tag: string; to: string };

const tag = z.string().trim().min(1).max(CONTENT_LIMITS.tag);
const to = z
  .string(t("Please write the new name."))
  .transform(tagsFrom)
  .refine((names) => names.length > 0, t("Please write the new name."))
  .refine((names) => names.length < 2, t("One tag, without a comma."))
  .refine(
    (names) => names.every((name) => name.length <= CONTENT_LIMITS.tag),
    t("Please keep each tag under {tag} characters.", { tag: CONTENT_LIMITS.tag }),
  )
  .transform(([name = ""]) => name);

/** The forms of `/journal/tags`, by intent. */
export const TagFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["rename", "merge"]), tag, to }),
  z.object({ intent: z.literal("remove"), tag }),
  z.object({ intent: z.literal("undo") }),
]);

export const TAG_REFUSALS = {
  exists: t("You have this tag already. Merge the two instead."),
  missing: t("There is no such tag. Choose one of yours."),
  same: t("This is the same tag."),
};

const isTag = (name: string, other: string) => name.toLowerCase() === other.toLowerCase();

/** The tags of an entry after a change; null if it does not have the tag. */
export function changedTags(tags: readonly string[], change: TagChange): string[] | null {
  if (!tags.some((name) => isTag(name, change.tag))) return null;
  const renamed = tags.map((name) => (isTag(name, change.tag) ? change.to : name));
  return tagsFrom(renamed.join(","));
}

/** The tags of an entry after undoing a change; with `hadBoth` the other tag stays. */
export function restoredTags(tags: readonly string[], change: TagChange, hadBoth: boolean): string[] {
  const others = hadBoth || change.kind === "remove" ? tags : tags.filter((name) => !isTag(name, change.to));
  const at = tags.findIndex((name) => isTag(name, change.to));
  const position = at === -1 || hadBoth ? others.length : at;
  return tagsFrom([...others.slice(0, position), change.tag, ...others.slice(position)].join(","));
}

export function describeTagChange({ kind, tag: name, to: other }: TagChange): string {
  if (kind === "remove") return t("“{tag}” was taken off.", { tag: name });
  return kind === "merge"
    ? t("“{tag}” is part of “{other}” now.", { tag: name, other })
    : t("“{tag}” is “{other}” now.", { tag: name, other });
}
