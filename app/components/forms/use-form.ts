import { useForm as useConformForm, type FieldMetadata } from "@conform-to/react";

/**
 * Conform's `useForm`. It works out each property of a field from nothing, so that the browser can watch what a component
 * reads; its helpers ask for some twenty of every control. Where nothing changes any more, while the server renders, they
 * are read once.
 */
export const useForm: typeof useConformForm = (options) => {
  const [form, fields] = useConformForm(options);
  return [form, import.meta.env.SSR ? readOnce(form.id, fields) : fields];
};

/**
 * Ours say no constraints: the server alone refuses, with a message beside the field (docs/decisions/0009). The ids are those
 * that Conform documents for its fields.
 */
function readOnce<Fields extends object>(formId: string, fields: Fields): Fields {
  const known = new Map<string | symbol, unknown>();
  return new Proxy(fields, {
    get(target, name) {
      const before = known.get(name);
      if (before) return before;
      const { initialValue, errors } = Reflect.get(target, name) as FieldMetadata<unknown>;
      const id = `${formId}-${String(name)}`;
      const ids = { id, name, formId, errorId: `${id}-error`, descriptionId: `${id}-description` };
      const field = { ...ids, initialValue, errors };
      known.set(name, field);
      return field;
    },
  });
}
