import { setTimeout as delay } from "node:timers/promises";
import { PASSWORD, Person } from "./person.mjs";

const FORM = { password: PASSWORD, confirmPassword: PASSWORD, agreeToTerms: "on" };

/** An account with a verified address: registered by form, its link taken from the email. */
export async function arrive({ number, house, mail, notes }) {
  const person = new Person({
    name: `storm_${number}`,
    address: `10.${number}.1.1`,
    origin: house.anyOrigin,
    notes,
  });
  await register(person);
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
  if (!(await person.signIn())) throw new Error(`${person.name} could not sign in.`);
  return person;
}

function register(person) {
  return person.send("registrations", "/auth/register", 'name="confirmPassword"', {
    username: person.name,
    email: person.email,
    ...FORM,
  });
}

const CROWD = 90;
const SIGN_INS = 7;

async function signInTimes(person) {
  const times = [];
  for (let nth = 0; nth < SIGN_INS; nth++) {
    person.signOut();
    const begun = performance.now();
    if (await person.signIn()) times.push(performance.now() - begun);
    await delay(200);
  }
  return Math.round(times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);
}

/** How long a sign-in takes alone, and while ninety clients register, each from its own neighbourhood. */
export async function rush({ person, house, notes }) {
  const usual = await signInTimes(person);
  let isOver = false;
  const crowd = Array.from({ length: CROWD }, async (_, client) => {
    for (let nth = 0; !isOver; nth++) {
      const made = { name: `crowd_${client}_${nth}`, address: `10.${100 + client}.${nth}.1` };
      await register(new Person({ ...made, origin: house.anyOrigin, notes }));
    }
  });
  await delay(2_000);
  const crowded = await signInTimes(person);
  isOver = true;
  await Promise.all(crowd);
  return { usual, crowded };
}
