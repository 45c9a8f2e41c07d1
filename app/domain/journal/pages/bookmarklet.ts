/** As much of what is marked as an address can carry beside the rest. */
const MOST_MARKED = 2_000;

/** A bookmark that opens the shared page with the title, the address and the marked words of the page it is used on. */
export const bookmarklet = (share: string): string =>
  `javascript:(()=>{const e=encodeURIComponent;location.href=${JSON.stringify(share)}` +
  `+"?title="+e(document.title.slice(0,200))+"&url="+e(location.href)` +
  `+"&text="+e(String(getSelection()).slice(0,${MOST_MARKED}).toWellFormed())})()`;
