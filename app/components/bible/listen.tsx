import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";

/** The parts that are read aloud one by one: a chapter's verses, without its heading, or a passage's paragraphs and lines. */
const partsOf = (id: string): Element[] => [
  ...document.querySelectorAll(
    `#${id} > .verse, #${id} > .verse-paragraph > .verse-run, blockquote#${id} > p`,
  ),
];

/** Text of a part, line by line. Takes only direct text nodes, because verse numbers are in elements of their own. */
function textOfPart(part: Element): string {
  const lines = part.matches(".verse") ? [...part.querySelectorAll("p")] : [part];
  return lines
    .map(({ childNodes }) => [...childNodes].map((node) => (node instanceof Text ? node.data : "")).join(""))
    .join("\n");
}

/** Speech voice for a language. Only local voices qualify: others send the text over the network. */
function useLocalVoice(language: string): SpeechSynthesisVoice | null {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  useEffect(() => {
    if (!("speechSynthesis" in window)) return;
    const primary = language.split("-")[0];
    const find = () =>
      setVoice(
        speechSynthesis
          .getVoices()
          .find(
            ({ localService, lang }) => localService && lang.toLowerCase().split(/[-_]/)[0] === primary,
          ) ?? null,
      );
    find();
    speechSynthesis.addEventListener("voiceschanged", find);
    return () => speechSynthesis.removeEventListener("voiceschanged", find);
  }, [language]);
  return voice;
}

/**
 * Reads the text in the element `textId` aloud and marks the current verse or paragraph. Stops on unmount; renders nothing
 * without a local voice.
 */
export function Listen({ textId, language }: { textId: string; language: string }) {
  const voice = useLocalVoice(language);
  const [at, setAt] = useState<number | null>(null);

  useEffect(() => {
    if (!voice || at === null) return;
    const verses = partsOf(textId);
    const verse = verses[at];
    if (!verse) return;
    verse.setAttribute("data-reading", "");
    const utterance = new SpeechSynthesisUtterance(textOfPart(verse));
    utterance.voice = voice;
    utterance.lang = voice.lang;
    let isStopped = false;
    utterance.onend = () => {
      if (!isStopped) setAt(at + 1 < verses.length ? at + 1 : null);
    };
    utterance.onerror = () => {
      if (!isStopped) setAt(null);
    };
    const stop = () => {
      isStopped = true;
      speechSynthesis.cancel();
    };
    window.addEventListener("pagehide", stop);
    speechSynthesis.speak(utterance);
    return () => {
      window.removeEventListener("pagehide", stop);
      verse.removeAttribute("data-reading");
      stop();
    };
  }, [voice, at, textId]);

  if (!voice) return null;
  return (
    <p className="no-print mb-6">
      <Button variant="quiet" onClick={() => setAt(at === null ? 0 : null)}>
        {at === null ? t("Listen") : t("Stop")}
      </Button>
    </p>
  );
}
