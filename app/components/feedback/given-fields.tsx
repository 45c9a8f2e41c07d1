/** Longer than this a value is shown, so that it can be read and copied. */
const SHORT = 80;

/** `wordKept` as people read it: "Word kept". */
function labelOf(name: string): string {
  const words = name
    .replace(/[_.[\]-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Given({ name, value, id }: { name: string; value: string; id: string }) {
  if (value.length <= SHORT && !/[\r\n]/.test(value))
    return <input type="hidden" name={name} value={value} />;
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {labelOf(name)}
      </label>
      <textarea
        id={id}
        name={name}
        defaultValue={value}
        rows={Math.min(16, 3 + Math.ceil(value.length / 60))}
        className="control font-serif text-lg"
      />
    </div>
  );
}

/** What was typed into a form that comes back: long values to read and copy, short ones hidden. */
export function GivenFields({ fields }: { fields: [name: string, value: string][] }) {
  return fields.map(([name, value], index) => (
    <Given key={`${name}-${index}`} id={`given-${index}`} name={name} value={value} />
  ));
}
