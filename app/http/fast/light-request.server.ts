/** The framework takes what is given here for a request; whatever of one is seldom asked for, a real one answers. */
type Ours = { url: string; method: string; headers: Headers; signal: AbortSignal };

/** Signals of requests that came from outside. The framework hands them on to its copies, by which these are known. */
const signals = new WeakSet<AbortSignal>();
let Real = globalThis.Request;

class LightRequest implements Ours {
  readonly #is: Ours;
  #real: Request | undefined;

  constructor(is: Ours) {
    this.#is = is;
  }

  get url() {
    return this.#is.url;
  }

  get method() {
    return this.#is.method;
  }

  get headers() {
    return this.#is.headers;
  }

  get signal() {
    return this.#is.signal;
  }

  get body() {
    return null;
  }

  real(): Request {
    return (this.#real ??= new Real(this.url, { method: this.method, headers: this.headers }));
  }
}

/** A request without a body, as it came from outside. */
export function lightRequest({ url, ...rest }: Ours): Request {
  signals.add(rest.signal);
  return new LightRequest({ url: new URL(url).href, ...rest }) as unknown as Request;
}

/**
 * Lets the framework copy such a request at no cost. It makes two of each for every loader, under another address and with all that the
 * standard asks for: checked headers and a signal that follows another, which were an eighth of a page of settings.
 * Everyone else who makes a request gets a real one.
 */
export function lightenCopies(): void {
  Real = globalThis.Request;
  const shared: object = Real.prototype;
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(shared))) {
    if (Object.hasOwn(LightRequest.prototype, name)) continue;
    const read = (light: LightRequest) => Reflect.get(light.real(), name) as unknown;
    Object.defineProperty(
      LightRequest.prototype,
      name,
      typeof property.value === "function"
        ? {
            value(this: LightRequest, ...given: unknown[]) {
              return (read(this) as (...given: unknown[]) => unknown).apply(this.real(), given);
            },
          }
        : {
            get(this: LightRequest) {
              return read(this);
            },
          },
    );
  }
  Object.setPrototypeOf(LightRequest.prototype, shared);
  function Request(input: RequestInfo | URL, init?: RequestInit): object {
    const { signal, body, headers, method = "GET" } = init ?? {};
    if (signal && !body && typeof input === "string" && headers instanceof Headers && signals.has(signal))
      return new LightRequest({ url: input, method, headers, signal });
    return Reflect.construct(Real, [input, init], new.target === Request ? Real : new.target) as object;
  }
  Request.prototype = shared;
  globalThis.Request = Object.setPrototypeOf(Request, Real) as typeof globalThis.Request;
}
