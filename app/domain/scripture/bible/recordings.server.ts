import { statSync } from "node:fs";
import path from "node:path";
import { isTranslationAvailable } from "~/domain/scripture/translations/translation-registry.server";
import * as paths from "~/paths";
import { env } from "~/platform/env.server";
import { bookBySlug } from "./bible-books";

/** The operator's recording of one chapter. */
export type Recording = { file: string; bytes: number; modifiedAt: Date };

/** Finds DATA_DIR/audio/TRANSLATION/BOOK/CHAPTER.mp3. `chapter` is a number without leading zeros. */
export function findRecording(translation: string, slug: string, chapter: string): Recording | undefined {
  // All parts are from known lists, so that no path leads out of the folder.
  if (!isTranslationAvailable(translation) || !bookBySlug(slug) || !/^[1-9]\d{0,2}$/.test(chapter))
    return undefined;
  const file = path.join(env.DATA_DIR, "audio", path.basename(translation), slug, `${chapter}.mp3`);
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? { file, bytes: stat.size, modifiedAt: stat.mtime } : undefined;
}

/** URL of the recording of a chapter; null without one. */
export function recordingUrl(translation: string, slug: string, chapter: number): string | null {
  const recording = findRecording(translation, slug, String(chapter));
  return recording ? paths.bibleAudio(translation, slug, `${chapter}.mp3`) : null;
}
