/** The sign before a line that opens: the browser's own is left out. Its `details` has the class `group`. */
export function DisclosureIcon() {
  return (
    <>
      <span aria-hidden className="mr-2 inline-block transition group-open:[transform:rotate(90deg)]">
        ›
      </span>{" "}
    </>
  );
}
