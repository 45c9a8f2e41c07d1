import { randomBytes } from "node:crypto";
import type { CheerioAPI } from "cheerio";
import { all, ancestry, isDisabled, textOf, type Element } from "./document";

/** A file that is chosen in a form. */
export type Upload = { name: string; mimeType: string; buffer: Buffer };

const chosen = new WeakMap<Element, Upload[]>();

/** The files that were chosen for a field. */
export const chosenFor = (field: Element): readonly Upload[] => chosen.get(field) ?? [];

/** The form that a field or button belongs to. */
export function formOf($: CheerioAPI, element: Element): Element | undefined {
  const { form } = element.attribs;
  if (form !== undefined) return all($, "form").find((one) => one.attribs.id === form);
  return ancestry(element).find(({ name }) => name === "form");
}

const typeOf = (element: Element) => (element.attribs.type ?? "text").toLowerCase();
export const isSubmit = (element: Element) =>
  element.name === "button"
    ? (element.attribs.type ?? "submit") === "submit"
    : element.name === "input" && /^(submit|image)$/.test(typeOf(element));

const optionsOf = ($: CheerioAPI, select: Element) => $(select).find("option").toArray();
const optionValue = ($: CheerioAPI, option: Element) => option.attribs.value ?? textOf(option);

function selectedOptions($: CheerioAPI, select: Element): Element[] {
  const options = optionsOf($, select);
  const selected = options.filter(({ attribs }) => "selected" in attribs);
  if ("multiple" in select.attribs) return selected;
  // Without a selection the first enabled option applies.
  const one = selected.at(-1) ?? options.find((option) => !isDisabled(option));
  return one ? [one] : [];
}

/** The current value of a field. */
export function valueOf($: CheerioAPI, field: Element): string {
  if (field.name === "textarea") return $(field).text();
  if (field.name === "select") return selectedOptions($, field).map((one) => optionValue($, one))[0] ?? "";
  return field.attribs.value ?? "";
}

export function fill($: CheerioAPI, field: Element, text: string): void {
  const takesText =
    field.name === "textarea" ||
    (field.name === "input" && !/^(checkbox|radio|file|submit|button|hidden)$/.test(typeOf(field)));
  if (!takesText || "readonly" in field.attribs) throw new Error(`<${field.name}> takes no text.`);
  if (field.name === "textarea") $(field).text(text);
  else field.attribs.value = text.replace(/[\r\n]/g, "");
}

export function setChecked($: CheerioAPI, box: Element, checked: boolean): void {
  const type = typeOf(box);
  if (box.name !== "input" || !/^(checkbox|radio)$/.test(type))
    throw new Error(`<${box.name}> cannot be ticked.`);
  if (type === "radio" && !checked) throw new Error("A choice is taken back by another one.");
  if (type === "radio")
    for (const other of all($, "input[type=radio]"))
      if (other.attribs.name === box.attribs.name && formOf($, other) === formOf($, box))
        delete other.attribs.checked;
  if (checked) box.attribs.checked = "";
  else delete box.attribs.checked;
}

/** Chooses the option with this value or text. */
export function select($: CheerioAPI, field: Element, wanted: string): void {
  const options = optionsOf($, field);
  const option =
    options.find((one) => optionValue($, one) === wanted) ?? options.find((one) => textOf(one) === wanted);
  if (!option || isDisabled(option)) throw new Error(`There is no choice "${wanted}".`);
  if (!("multiple" in field.attribs)) for (const other of options) delete other.attribs.selected;
  option.attribs.selected = "";
}

export function choose(field: Element, uploads: Upload[]): void {
  if (field.name !== "input" || typeOf(field) !== "file") throw new Error(`<${field.name}> takes no files.`);
  if (uploads.length > 1 && !("multiple" in field.attribs)) throw new Error("The field takes one file.");
  chosen.set(field, uploads);
}

/** Applies the browser's constraint validation, unless the form has `novalidate`. */
function refuseAsBrowserWould($: CheerioAPI, form: Element, submitter: Element | undefined): void {
  if ("novalidate" in form.attribs || (submitter && "formnovalidate" in submitter.attribs)) return;
  for (const field of fieldsOf($, form)) {
    const value = valueOf($, field);
    const isBox = /^(checkbox|radio)$/.test(typeOf(field));
    const group = all($, "input").filter(
      (one) =>
        one === field || (isBox && typeOf(field) === "radio" && one.attribs.name === field.attribs.name),
    );
    const missing = isBox
      ? !group.some(({ attribs }) => "checked" in attribs)
      : value === "" && !chosen.get(field)?.length;
    const why =
      "required" in field.attribs && missing
        ? "is required"
        : typeOf(field) === "email" && value !== "" && !/^[^\s@]+@[^\s@]+$/.test(value)
          ? "is no address"
          : undefined;
    if (why) throw new Error(`The browser keeps this form back: ${field.attribs.name} ${why}.`);
  }
}

const fieldsOf = ($: CheerioAPI, form: Element) =>
  all($, "input, select, textarea, button").filter(
    (field) => formOf($, field) === form && !isDisabled(field),
  );

type Entry = [name: string, value: string | Upload];

function entriesOfField($: CheerioAPI, field: Element): Entry[] {
  const { name = "", value } = field.attribs;
  if (name === "" || field.name === "button") return [];
  if (field.name === "select")
    return selectedOptions($, field)
      .filter((option) => !isDisabled(option))
      .map((option) => [name, optionValue($, option)]);
  switch (field.name === "input" ? typeOf(field) : "") {
    case "submit":
    case "button":
    case "reset":
    case "image":
      return [];
    case "checkbox":
    case "radio":
      return "checked" in field.attribs ? [[name, value ?? "on"]] : [];
    case "file": {
      const nothing = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };
      return (chosen.get(field) ?? [nothing]).map((upload) => [name, upload]);
    }
    default:
      return [[name, valueOf($, field)]];
  }
}

/** The entries of a form submitted with this button, in document order. */
function entriesOf($: CheerioAPI, form: Element, submitter: Element | undefined): Entry[] {
  return fieldsOf($, form).flatMap((field) =>
    field === submitter && field.attribs.name
      ? [[field.attribs.name, field.attribs.value ?? ""] as Entry]
      : entriesOfField($, field),
  );
}

const lines = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");

export type Submission = { method: "GET" | "POST"; address: string; body?: Buffer; contentType?: string };

/** The request that a click on the button submits. */
export async function submissionOf(
  $: CheerioAPI,
  form: Element,
  submitter: Element | undefined,
  page: string,
): Promise<Submission> {
  refuseAsBrowserWould($, form, submitter);
  const attributeOf = (name: string) => submitter?.attribs[`form${name}`] ?? form.attribs[name] ?? "";
  const address = new URL(attributeOf("action") || page, page);
  const entries = entriesOf($, form, submitter);
  const pairs = entries.map(([name, value]) => [
    lines(name),
    typeof value === "string" ? lines(value) : value.name,
  ]);
  const query = new URLSearchParams(pairs).toString();
  if (attributeOf("method").toLowerCase() !== "post") {
    address.search = query;
    return { method: "GET", address: address.href };
  }
  const { href } = address;
  if (attributeOf("enctype") !== "multipart/form-data")
    return {
      method: "POST",
      address: href,
      body: Buffer.from(query),
      contentType: "application/x-www-form-urlencoded",
    };
  const boundary = `----FormBoundary${randomBytes(12).toString("hex")}`;
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { method: "POST", address: href, body: inParts(entries, boundary), contentType };
}

const quoted = (text: string) => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

function inParts(entries: Entry[], boundary: string): Buffer {
  const pieces = entries.flatMap(([name, value]) => {
    const begin = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"`;
    if (typeof value === "string") return [`${begin}\r\n\r\n${lines(value)}\r\n`];
    const file = `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.mimeType}\r\n\r\n`;
    return [begin + file, value.buffer, "\r\n"];
  });
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}
