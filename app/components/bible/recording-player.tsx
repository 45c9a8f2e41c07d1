import { t } from "~/i18n/t";

/** Player for the recording of a chapter; nothing is loaded before it is pressed. */
export function RecordingPlayer({ url, name }: { url: string | null; name: string }) {
  if (!url) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the page has the text of the chapter
    <audio
      controls
      preload="none"
      src={url}
      aria-label={t("{name}, read aloud", { name })}
      className="no-print mb-6 w-full max-w-measure"
    />
  );
}
