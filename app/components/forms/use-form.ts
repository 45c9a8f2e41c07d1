import { useForm as useConformForm } from "@conform-to/react";

/**
 * Conform's `useForm`. It works out each property of a form and its fields from nothing, so that the browser can watch what a
 * component reads; its helpers ask for some twenty of every control. Where nothing changes any more, while the server
 * renders, they are read once.
 */
export const useForm: typeof useConformForm = (options) => {
  const [form, fields] = useConformForm(options);
  if (!import.meta.env.SSR) return [form, fields];
  const read = readOnce(form);
  return [read, fieldsOf(read) as typeof fields];
};

function readOnce<Form extends object>(form: Form): Form {
  const known = new Map<string | symbol, unknown>();
  return new Proxy(form, {
    get(target, name) {
      if (!known.has(name)) known.set(name, Reflect.get(target, name));
      return known.get(name);
    },
  });
}

type ReadForm = { id: string; initialValue?: unknown; allErrors: Record<string, unknown> };

/**
 * The fields of a form as Conform documents them. Ours say no constraints (the server alone refuses, with a message beside the
 * field: docs/decisions/0009) and stand side by side, none within another.
 */
function fieldsOf(form: ReadForm): object {
  const values = form.initialValue as Record<string, unknown> | undefined;
  return new Proxy<Record<string, object>>(
    {},
    {
      get(known, name: string) {
        const id = `${form.id}-${name}`;
        return (known[name] ??= {
          id,
          name,
          formId: form.id,
          errorId: `${id}-error`,
          descriptionId: `${id}-description`,
          initialValue: values?.[name],
          errors: form.allErrors[name],
        });
      },
    },
  );
}
