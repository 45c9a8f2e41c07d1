import { Listen } from "~/components/bible/listen";
import { PassageText } from "~/components/journal/passage-text";
import type { Passage } from "~/domain/scripture/passages/passage";

/** A page has one such passage. */
const TEXT_ID = "passage";

/** A passage with the recording of its chapter, or else with a button that reads it aloud. */
export function SpokenPassage({ passage, className }: { passage: Passage; className?: string }) {
  const { reference, recording, translation } = passage;
  return (
    <div className={className}>
      {!recording && <Listen key={reference} textId={TEXT_ID} language={translation.language} />}
      <PassageText passage={passage} textId={TEXT_ID} canListen />
    </div>
  );
}
