/**
 * Text for HTML and XML: between elements, and in attributes between double quotation marks. One sign after the other,
 * because a call for each sign holds the thread when someone writes nothing else.
 */
export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
