import { setTimeout as delay } from "node:timers/promises";
import { hiddenIn, Visitor } from "../visitor.mjs";

export const PASSWORD = "Stillness7";

/** Someone who does not give up, and remembers what was acknowledged. */
export class Person extends Visitor {
  /** @param {{ name: string, address: string, origin: () => string, notes: import("./notes.mjs").Notes }} made */
  constructor({ name, address, origin, notes }) {
    super({ address, origin });
    this.name = name;
    this.email = `${name}@example.test`;
    this.notes = notes;
    /** What was acknowledged, by kind. */
    this.kept = { entries: [], pictures: [], imported: [], intentions: [], messages: [] };
  }

  /** The hidden fields of the page's form that has `mark` in it; undefined where there is no such form. */
  async form(path, mark) {
    const page = await this.notes.ask("pages read", () => this.go(path));
    if (page?.location?.includes("/login")) return void (await this.enter());
    return page && hiddenIn(page.text, mark);
  }

  /**
   * Fills in and sends a form. Without an answer, or while the house says that it cannot now, the same form is sent again,
   * as someone does who presses the button once more.
   */
  async send(what, path, mark, fields, { to = path, tries = 12 } = {}) {
    const hidden = await this.form(path, mark);
    if (!hidden) return undefined;
    const body = new URLSearchParams([...hidden, ...Object.entries(fields)]);
    for (let nth = 0; nth < tries; nth++) {
      const answer = await this.notes.ask(what, () => this.post(to, body));
      if (answer && answer.status !== 503 && answer.status !== 507) return answer;
      await delay(700);
    }
    return undefined;
  }

  /** Signs in. @returns whether that went well */
  async enter() {
    const answer = await this.notes.ask("sign-ins", () => this.signIn(this.email, PASSWORD));
    return answer?.status === 302;
  }
}
