/** Longer than this a value is shown in a field, so that it can be read and copied. */
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

type Props = { name: string; value: string; id: string; readOnly: boolean };

function Given({ name, value, id, readOnly }: Props) {
  if (value === "") return readOnly ? null : <input type="hidden" name={name} value="" />;
  if (value.length <= SHORT && !/[\r\n]/.test(value))
    return (
      <p className="mt-6 break-words">
        <span className="font-medium">{labelOf(name)}</span>: {value}
        {!readOnly && <input type="hidden" name={name} value={value} />}
      </p>
    );
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {labelOf(name)}
      </label>
      <textarea
        id={id}
        name={readOnly ? undefined : name}
        readOnly={readOnly}
        defaultValue={value}
        rows={Math.min(16, 3 + Math.ceil(value.length / 60))}
        className="control font-serif text-lg"
      />
    </div>
  );
}

/** What was typed into a form that comes back: all that would be sent again, to read and copy. */
export function SubmittedFields({
  fields,
  readOnly = false,
}: {
  fields: [name: string, value: string][];
  readOnly?: boolean;
}) {
  return fields.map(([name, value], index) => (
    <Given key={`${name}-${index}`} id={`given-${index}`} name={name} value={value} readOnly={readOnly} />
  ));
}
