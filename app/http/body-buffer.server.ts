/** The memory of all bodies while they arrive. The largest single body, a form with pictures, has 38 MB. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024;
/** Blocks double in size between these, so that a short form takes little memory and a long one is copied once. */
const [MIN_BLOCK_BYTES, MAX_BLOCK_BYTES] = [4 * 1024, 256 * 1024];

const arriving = new Set<BodyBuffer>();
let bufferedBytes = 0;

/**
 * Buffers a body while it arrives, in blocks of its own: a small chunk would keep the whole block into which Node read it.
 * Beyond the limit of all bodies, the largest body of the sender with the most bytes is evicted, so that slow bodies of one
 * subnet cannot refuse the forms of others.
 */
export class BodyBuffer {
  #full: Buffer[] = [];
  #last = Buffer.alloc(0);
  #lastLength = 0;
  #capacity = 0;
  #isEvicted = false;

  /** `onEvict` is called while the rest of the body may never arrive. */
  constructor(
    readonly sender: string,
    private readonly onEvict: () => void,
  ) {}

  get capacity(): number {
    return this.#capacity;
  }

  /** @returns false when the body has been evicted */
  add(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.#lastLength === this.#last.length) this.#grow();
      if (this.#isEvicted) return false;
      const part = chunk.subarray(at, at + this.#last.length - this.#lastLength);
      this.#last.set(part, this.#lastLength);
      this.#lastLength += part.length;
      at += part.length;
    }
    return !this.#isEvicted;
  }

  #grow(): void {
    if (this.#isEvicted) return;
    const size = Math.min(MAX_BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, this.#capacity));
    this.#reserve(this.#capacity + size);
    // The evicted body may be this one.
    while (bufferedBytes > MAX_BUFFERED_BYTES) bodyToEvict()?.evict();
    if (this.#isEvicted) return;
    if (this.#lastLength > 0) this.#full.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(size);
    this.#lastLength = 0;
  }

  /** The received bytes, in their order. */
  take(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#lastLength)];
  }

  /** Stops counting the bytes, which belong to the reader from now on. */
  release(): void {
    this.#reserve(0);
    this.#full = [];
    this.#last = Buffer.alloc(0);
    this.#lastLength = 0;
  }

  #reserve(capacity: number): void {
    bufferedBytes += capacity - this.#capacity;
    this.#capacity = capacity;
    if (capacity > 0) arriving.add(this);
    else arriving.delete(this);
  }

  evict(): void {
    this.#isEvicted = true;
    this.release();
    this.onEvict();
  }
}

/** The largest body of the sender whose bodies hold the most bytes. */
function bodyToEvict(): BodyBuffer | undefined {
  const bySender = new Map<string, number>();
  for (const { sender, capacity } of arriving) bySender.set(sender, (bySender.get(sender) ?? 0) + capacity);
  const [most] = [...bySender].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0]);
  let largest: BodyBuffer | undefined;
  for (const body of arriving)
    if (body.sender === most && body.capacity > (largest?.capacity ?? 0)) largest = body;
  return largest;
}
