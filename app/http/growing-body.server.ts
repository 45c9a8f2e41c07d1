/** What all bodies together may hold while they arrive. One with pictures, of 38 megabytes, is the largest that there is. */
const HELD_AT_ONCE = 96 * 1024 * 1024;

const arriving = new Set<GrowingBody>();
let held = 0;

/**
 * The bytes of a body that have come, copied: a small piece would hold the whole block of memory into which it was read.
 * Where bodies together would hold too much, the largest body of the sender that holds most gives way: many slow bodies from one
 * neighbourhood cannot keep a short form from anywhere else waiting.
 */
export class GrowingBody {
  #bytes = Buffer.alloc(0);
  #size = 0;
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
    if (this.#hasGivenWay) return false;
    if (this.#size + piece.length > this.#bytes.length) {
      const room = Math.max(4_096, this.#size + piece.length, 2 * this.#bytes.length);
      this.#hold(room);
      while (held > HELD_AT_ONCE) largestOfTheMost()?.giveWay();
      // It may have been the one itself.
      if (this.#hasGivenWay) return false;
      const larger = Buffer.allocUnsafeSlow(room);
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#size);
    this.#size += piece.length;
    return true;
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  /** From here on it is its reader's. */
  letGo(): void {
    this.#hold(0);
    this.#bytes = Buffer.alloc(0);
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
