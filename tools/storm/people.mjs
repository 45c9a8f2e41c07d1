import { setTimeout as delay } from "node:timers/promises";
import { PASSWORD, Person } from "./person.mjs";

/** An account with a verified address: registered by form, its link taken from the email. */
export async function arrive({ number, house, mail, notes }) {
  const person = new Person({
    name: `storm_${number}`,
    address: `10.${number}.1.1`,
    origin: house.anyOrigin,
    notes,
  });
  const { name: username, email } = person;
  const form = { username, email, password: PASSWORD, confirmPassword: PASSWORD, agreeToTerms: "on" };
  await person.send("registrations", "/auth/register", 'name="confirmPassword"', form);
  let link;
  for (let tries = 0; tries < 300 && !link; tries++) {
    await delay(100);
    const letter = mail.letters.find(
      ({ to, text }) => to === person.email && text.includes("verify-email?token="),
    );
    link = /\/verify-email\?token=[\w.~-]+/.exec(letter?.text ?? "")?.[0];
  }
  if (!link) throw new Error(`No link came for ${person.name}.`);
  // The link leads to a clean address with the button.
  const opened = await person.go(link);
  await person.send("verifications", opened.location ?? link, 'value="verify"', { intent: "verify" });
  if (!(await person.enter())) throw new Error(`${person.name} could not sign in.`);
  return person;
}
