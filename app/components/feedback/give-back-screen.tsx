import type { GiveBack } from "~/http/give-back.server";
import { Button } from "~/components/ui/button";
import { FullPage } from "./full-page";

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

/** A form that could not be taken, with everything that was typed and a button to send it again. */
export function GiveBackScreen({ title, message, action, fields, protection }: GiveBack) {
  return (
    <FullPage title={title}>
      <p className="mt-5" role="alert">
        {message}
      </p>
      {fields.length > 0 ? (
        <form method="post" action={action}>
          <input type="hidden" name="_token" value={protection.token} />
          <input type="hidden" name="_submission" value={protection.submission} />
          {fields.map(([name, value], index) => (
            <Given key={`${name}-${index}`} id={`given-${index}`} name={name} value={value} />
          ))}
          <Button type="submit" className="mt-8">
            Try again
          </Button>
        </form>
      ) : (
        <p className="mt-8">
          <a href={action}>Go back to the page</a>
        </p>
      )}
    </FullPage>
  );
}
