/** What a person wrote, as they wrote it: plain text with its line breaks. */
export function WrittenText({ children }: { children: string }) {
  return <p className="max-w-measure whitespace-pre-wrap break-words font-serif text-lg">{children}</p>;
}
