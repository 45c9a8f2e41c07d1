const isShown = (object, name) => Object.prototype.propertyIsEnumerable.call(object, name);

/** What Babel makes of `{ ...first, get second() {} }`, which stand in turn: the first is read, the second keeps its getters. */
export function objectSpread2(target, ...sources) {
  sources.forEach((source, at) => {
    if (source === null || source === undefined) return;
    if (at % 2 === 1) Object.defineProperties(target, Object.getOwnPropertyDescriptors(source));
    else
      for (const name of Reflect.ownKeys(source)) if (isShown(source, name)) set(target, name, source[name]);
  });
  return target;
}

/** Past a setter or a getter alone of that name. */
function set(target, name, value) {
  if (name in target)
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}

/** What Babel makes of `const { left, ...kept } = source`. */
export function objectWithoutProperties(source, left) {
  const names = Reflect.ownKeys(source ?? {}).filter((name) => isShown(source, name) && !left.includes(name));
  return Object.fromEntries(names.map((name) => [name, source[name]]));
}
