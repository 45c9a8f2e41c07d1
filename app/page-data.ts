/** The id of the element at the end of a page with what its loaders said. */
export const PAGE_DATA = "page-data";
