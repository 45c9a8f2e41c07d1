import { Double, Int32 } from "bson";
import { typeNumber } from "./bson.js";
import { arithmetic, divideDecimals, integer, isNumeric, toBigInt, toDecimal, toNumber } from "./number.js";

/**
 * A running sum of the numbers among some values. Integers are summed exactly; doubles with the rounding errors
 * carried along (Neumaier), so that ten times 0.1 is 1, as in MongoDB; decimals as decimals.
 */
export class Total {
  private count = 0;
  private wide = false;
  private real = false;
  private whole = 0n;
  private double = 0;
  private lost = 0;
  private decimal: unknown;

  add(value: unknown): void {
    if (!isNumeric(value)) return;
    this.count++;
    const type = typeNumber(value);
    if (type === 19) {
      this.decimal = this.decimal === undefined ? value : arithmetic("+", this.decimal, value);
    } else if (type === 1) {
      this.real = true;
      this.addDouble(toNumber(value));
    } else {
      this.wide ||= type === 18;
      this.whole += toBigInt(value);
    }
  }

  private addDouble(value: number): void {
    const sum = this.double + value;
    if (Number.isFinite(sum)) {
      this.lost +=
        Math.abs(this.double) >= Math.abs(value) ? this.double - sum + value : value - sum + this.double;
    }
    this.double = sum;
  }

  private toDouble(): number {
    const whole = Number(this.whole);
    const sum = this.double + whole;
    return sum + (Number.isFinite(sum) ? this.lost : 0);
  }

  /** The sum in the widest of the types that were added. */
  sum(): unknown {
    if (this.decimal !== undefined)
      return arithmetic("+", this.decimal, toDecimal(new Double(this.toDouble())));
    if (this.real) return new Double(this.toDouble());
    return integer(this.whole, this.wide) ?? new Double(Number(this.whole));
  }

  /** The mean, or null when there was no number. */
  average(): unknown {
    if (this.count === 0) return null;
    if (this.decimal === undefined) return new Double(this.toDouble() / this.count);
    return divideDecimals(this.sum(), new Int32(this.count));
  }
}

/** The total of a list of values. */
export function totalOf(values: unknown[]): Total {
  const total = new Total();
  for (const value of values) total.add(value);
  return total;
}
