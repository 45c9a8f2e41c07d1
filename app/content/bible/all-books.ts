/**
 * All books of the Bibles of any church: OSIS id, USFM id and English name, in the order of the page of books, which omits
 * books that a translation lacks.
 */
const OLD = `
Gen GEN Genesis; Exod EXO Exodus; Lev LEV Leviticus; Num NUM Numbers; Deut DEU Deuteronomy; Josh JOS Joshua;
Judg JDG Judges; Ruth RUT Ruth; 1Sam 1SA 1 Samuel; 2Sam 2SA 2 Samuel; 1Kgs 1KI 1 Kings; 2Kgs 2KI 2 Kings;
1Chr 1CH 1 Chronicles; 2Chr 2CH 2 Chronicles; Ezra EZR Ezra; Neh NEH Nehemiah; Esth EST Esther; Job JOB Job;
Ps PSA Psalms; Prov PRO Proverbs; Eccl ECC Ecclesiastes; Song SNG Song of Songs; Isa ISA Isaiah; Jer JER Jeremiah;
Lam LAM Lamentations; Ezek EZK Ezekiel; Dan DAN Daniel; Hos HOS Hosea; Joel JOL Joel; Amos AMO Amos;
Obad OBA Obadiah; Jonah JON Jonah; Mic MIC Micah; Nah NAM Nahum; Hab HAB Habakkuk; Zeph ZEP Zephaniah;
Hag HAG Haggai; Zech ZEC Zechariah; Mal MAL Malachi`;
const DEUTEROCANON = `
Tob TOB Tobit; Jdt JDT Judith; EsthGr ESG Greek Esther; AddEsth ADE Additions to Esther; Wis WIS Wisdom;
Sir SIR Sirach; Bar BAR Baruch; EpJer LJE Letter of Jeremiah; DanGr DAG Greek Daniel; AddDan ADD Additions to Daniel;
PrAzar S3Y Prayer of Azariah; Sus SUS Susanna; Bel BEL Bel and the Dragon; 1Macc 1MA 1 Maccabees; 2Macc 2MA 2 Maccabees;
1Esd 1ES 1 Esdras; PrMan MAN Prayer of Manasseh; AddPs PS2 Psalm 151; 3Macc 3MA 3 Maccabees; 2Esd 2ES 2 Esdras;
4Macc 4MA 4 Maccabees; Odes ODA Odes; PssSol PSS Psalms of Solomon; EpLao LAO Laodiceans; 1En ENO 1 Enoch`;
const NEW = `
Matt MAT Matthew; Mark MRK Mark; Luke LUK Luke; John JHN John; Acts ACT Acts; Rom ROM Romans; 1Cor 1CO 1 Corinthians;
2Cor 2CO 2 Corinthians; Gal GAL Galatians; Eph EPH Ephesians; Phil PHP Philippians; Col COL Colossians;
1Thess 1TH 1 Thessalonians; 2Thess 2TH 2 Thessalonians; 1Tim 1TI 1 Timothy; 2Tim 2TI 2 Timothy; Titus TIT Titus;
Phlm PHM Philemon; Heb HEB Hebrews; Jas JAS James; 1Pet 1PE 1 Peter; 2Pet 2PE 2 Peter; 1John 1JN 1 John;
2John 2JN 2 John; 3John 3JN 3 John; Jude JUD Jude; Rev REV Revelation`;

export type Testament = "old" | "deuterocanon" | "new";
export type BibleBook = {
  osis: string;
  usfm: string;
  name: string;
  /** The name in URLs. */
  slug: string;
  testament: Testament;
};

const booksOf = (testament: Testament, table: string): BibleBook[] =>
  table.split(";").map((line) => {
    const [osis = "", usfm = "", ...words] = line.trim().split(/\s+/);
    const name = words.join(" ");
    return { osis, usfm, name, slug: name.toLowerCase().replaceAll(" ", "-"), testament };
  });

export const ALL_BOOKS: readonly BibleBook[] = [
  ...booksOf("old", OLD),
  ...booksOf("deuterocanon", DEUTEROCANON),
  ...booksOf("new", NEW),
];
