/** The id of the element at the end of a page with what its loaders said. */
export const PAGE_DATA = "page-data";

/**
 * The attribute of that element with the prefix of references. A long text that the page already holds is not in the data a
 * second time: in its place is the prefix, the property to read, a colon, and the id of the element that holds it. The prefix is
 * random, so that nobody can write a reference.
 */
export const REFERENCE_PREFIX = "data-reference-prefix";
