/** The books as the references of passages name them, in their order. */
export const BOOK_NAMES: readonly string[] = (
  "Genesis,Exodus,Leviticus,Numbers,Deuteronomy,Joshua,Judges,Ruth,1 Samuel,2 Samuel,1 Kings,2 Kings,1 Chronicles," +
  "2 Chronicles,Ezra,Nehemiah,Esther,Job,Psalm,Proverbs,Ecclesiastes,Song of Solomon,Isaiah,Jeremiah,Lamentations," +
  "Ezekiel,Daniel,Hosea,Joel,Amos,Obadiah,Jonah,Micah,Nahum,Habakkuk,Zephaniah,Haggai,Zechariah,Malachi,Matthew,Mark," +
  "Luke,John,Acts,Romans,1 Corinthians,2 Corinthians,Galatians,Ephesians,Philippians,Colossians,1 Thessalonians," +
  "2 Thessalonians,1 Timothy,2 Timothy,Titus,Philemon,Hebrews,James,1 Peter,2 Peter,1 John,2 John,3 John,Jude,Revelation"
).split(",");

/** A book by its name, in any case; "Psalms" is the book whose parts are psalms. */
export function bookNamed(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return BOOK_NAMES.find((book) => book.toLowerCase() === (name === "psalms" ? "psalm" : name));
}
