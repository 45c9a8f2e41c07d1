import { createHash } from "node:crypto";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import type { ReadContext } from "~/domain/portability/reading/read-context";
import { childrenOf, childText, type XmlElement } from "~/platform/markup.server";

/** Files of a note. */
type EvernoteResources = {
  /** References of the pictures by the MD5 of their bytes, which `<en-media>` names. */
  byHash: ReadonlyMap<string, string>;
  pictures: readonly string[];
  left: SkippedItems;
};

const KINDS = { image: "pictures", video: "videos", audio: "recordings" } as const;

/** Hands the pictures of a note over, and counts its other files. */
export function readResources(resources: readonly XmlElement[], context: ReadContext): EvernoteResources {
  const byHash = new Map<string, string>();
  const left: SkippedItems = {};
  for (const resource of resources) {
    const [type = ""] = childText(resource, "mime").split("/");
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : "files";
    const bytes = kind === "pictures" ? bytesOf(resource) : undefined;
    const reference = bytes && context.addPicture(bytes);
    if (bytes && reference) byHash.set(createHash("md5").update(bytes).digest("hex"), reference);
    else left[kind] = (left[kind] ?? 0) + 1;
  }
  return { byHash, pictures: [...new Set(byHash.values())], left };
}

function bytesOf(resource: XmlElement): Buffer | undefined {
  const [data] = childrenOf(resource, "data");
  if (data?.attributes.encoding !== "base64") return undefined;
  // Base64 is a third longer than its bytes, and has a line break after each line.
  return data.text.length > PICTURE_LIMITS.bytes * 1.5 ? undefined : Buffer.from(data.text, "base64");
}
