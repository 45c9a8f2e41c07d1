import { jsx as copying, Fragment } from "react/jsx-runtime";

const $$typeof = Symbol.for("react.element");

/**
 * React 18's elements made as React 19 makes them: an element keeps the properties that it was given, which nobody else has.
 * What has a `ref` or usual values goes React's own way.
 */
export function jsx(type, props, key) {
  if ("ref" in props || "key" in props || type?.defaultProps) return copying(type, props, key);
  return { $$typeof, type, key: key === undefined ? null : String(key), ref: null, props, _owner: null };
}

export { Fragment, jsx as jsxs };
