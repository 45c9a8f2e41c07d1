import { useNavigate } from "@remix-run/react";
import { useEffect, useState, type RefObject } from "react";

/** Where the text of a chapter stands. */
export const CHAPTER = "chapter";

/**
 * The text as the document brought it. It came as markup alone, so script takes it from there and leaves it as it is; the
 * server and a page that was opened by script have the verses themselves.
 */
export function useChapterMarkup(): string {
  const [markup] = useState(() =>
    typeof document === "undefined" ? "" : (document.getElementById(CHAPTER)?.innerHTML ?? ""),
  );
  return markup;
}

/** A press on a link within keeps the page and its place, as those of the rest of the page do, though script made none of them. */
export function useLinksWithin(place: RefObject<HTMLElement>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { current } = place;
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset: true });
    };
    current?.addEventListener("click", follow);
    return () => current?.removeEventListener("click", follow);
  }, [place, navigate]);
}

/** The verses on the page, in order. */
export const versesOnPage = (): Element[] => [...document.querySelectorAll(`#${CHAPTER} > [id]`)];

/** What a verse says, line by line, without its number. */
export function wordsOfVerse(verse: Element): string {
  const lines = [...verse.querySelectorAll("p")];
  return lines
    .map(({ childNodes }) => [...childNodes].map((node) => (node instanceof Text ? node.data : "")).join(""))
    .join("\n");
}
