import type { Registration } from "~/domain/house/choices";

/** What an operator has made of this place, as every page knows it. */
export type House = {
  /** "St. Mary’s"; empty for a house without a name. */
  name: string;
  /** Everyone has everything, and nothing is for sale: no page speaks of plans and prices. */
  isOpen: boolean;
  registration: Registration;
  /** Whether letters leave this house; else administrators let people in by hand. */
  sendsMail: boolean;
  /** The house's own sign-in, whether there is no other, and who comes in by it for the first time; null where there is none. */
  provider: { name: string; isOnly: boolean; registration: Registration } | null;
  /** The operator's own pages elsewhere. */
  social: { instagram: string | null; facebook: string | null; youtube: string | null };
};

/** What is shown where nothing could be asked. */
export const USUAL_HOUSE: House = {
  name: "",
  isOpen: false,
  registration: "open",
  sendsMail: true,
  provider: null,
  social: { instagram: null, facebook: null, youtube: null },
};
