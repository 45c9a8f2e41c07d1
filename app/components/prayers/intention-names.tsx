/** Names of intentions in one paragraph. Each separator follows its name, so that no wrapped line begins with it. */
export function IntentionNames({ names, className = "" }: { names: readonly string[]; className?: string }) {
  return (
    <p className={`max-w-measure break-words font-serif ${className}`}>
      {names.map((name, at) => (
        // Two intentions can have the same name, and their order does not change on the page.
        <span key={at}>
          <bdi>{name}</bdi>
          {at < names.length - 1 && "\u00a0· "}
        </span>
      ))}
    </p>
  );
}
