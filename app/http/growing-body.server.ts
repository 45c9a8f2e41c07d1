/** What all bodies together may hold while they arrive. One with pictures, of 38 megabytes, is the largest that there is. */
const HELD_AT_ONCE = 96 * 1024 * 1024;
/** Blocks of memory double up to this, so that a short form takes little of it and a long one is copied once. */
const [SMALLEST, LARGEST] = [4 * 1024, 256 * 1024];

const arriving = new Set<GrowingBody>();
let held = 0;

/**
 * The bytes of a body that have come, copied: a small piece would hold the whole block of memory into which it was read.
 * Where bodies together would hold too much, the largest body of the sender that holds most gives way: many slow bodies from one
 * neighbourhood cannot keep a short form from anywhere else waiting.
 */
export class GrowingBody {
  #full: Buffer[] = [];
  #last = Buffer.alloc(0);
  #inLast = 0;
  #holds = 0;
  #hasGivenWay = false;

  /** `onGiveWay` is called when it is given up while the rest of it may never come. */
  constructor(
    readonly sender: string,
    private readonly onGiveWay: () => void,
  ) {}

  get holds(): number {
    return this.#holds;
  }

  /** @returns whether it is still read: it may have given way to others */
  add(piece: Uint8Array): boolean {
    for (let at = 0; at < piece.length;) {
      if (this.#inLast === this.#last.length) this.#grow();
      // It may have given way to others, or to itself.
      if (this.#hasGivenWay) return false;
      const part = piece.subarray(at, at + this.#last.length - this.#inLast);
      this.#last.set(part, this.#inLast);
      this.#inLast += part.length;
      at += part.length;
    }
    return !this.#hasGivenWay;
  }

  #grow(): void {
    if (this.#hasGivenWay) return;
    const room = Math.min(LARGEST, Math.max(SMALLEST, this.#holds));
    this.#hold(this.#holds + room);
    while (held > HELD_AT_ONCE) largestOfTheMost()?.giveWay();
    if (this.#hasGivenWay) return;
    if (this.#inLast > 0) this.#full.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(room);
    this.#inLast = 0;
  }

  /** What has come, in its order. */
  take(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#inLast)];
  }

  /** From here on it is its reader's. */
  letGo(): void {
    this.#hold(0);
    this.#full = [];
    this.#last = Buffer.alloc(0);
    this.#inLast = 0;
  }

  #hold(room: number): void {
    held += room - this.#holds;
    this.#holds = room;
    if (room > 0) arriving.add(this);
    else arriving.delete(this);
  }

  giveWay(): void {
    this.#hasGivenWay = true;
    this.letGo();
    this.onGiveWay();
  }
}

function largestOfTheMost(): GrowingBody | undefined {
  const bySender = new Map<string, number>();
  for (const { sender, holds } of arriving) bySender.set(sender, (bySender.get(sender) ?? 0) + holds);
  const [most] = [...bySender].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0]);
  let largest: GrowingBody | undefined;
  for (const body of arriving) if (body.sender === most && body.holds > (largest?.holds ?? 0)) largest = body;
  return largest;
}
