import type { Season } from "~/domain/church-year/church-year";

/** A list of references, one a line or several, written as people write them and parted by semicolons. */
const references = (text: string): readonly string[] =>
  text
    .split(";")
    .map((reference) => reference.trim().replace(/\s+/g, " "))
    .filter(Boolean);

/** The passages of each season, a day each from its first day on; the long ordinary time begins again when it is through. */
export const SEASON_PASSAGES: Readonly<Record<Season, readonly string[]>> = {
  advent: references(`
    Isaiah 2:2-5; Isaiah 11:1-9; Isaiah 25:6-9; Isaiah 26:1-6; Isaiah 35:1-6; Isaiah 40:1-5; Isaiah 40:6-11;
    Psalm 25:4-10; Malachi 3:1-4; Micah 5:2-5; Isaiah 9:2; Isaiah 9:6-7; Zephaniah 3:14-17; Isaiah 61:1-4;
    Mark 1:1-8; Luke 3:2-6; Luke 3:10-14; Romans 13:11-14; Luke 1:5-13; Luke 1:14-20; Luke 1:26-33; Luke 1:34-38;
    Luke 1:39-45; Luke 1:46-55; Luke 1:57-66; Luke 1:68-79; Matthew 1:18-25; Isaiah 7:10-14`),
  christmas: references(`
    Isaiah 9:2-7; Luke 2:15-20; John 1:1-5; John 1:9-14; Titus 3:4-7; Hebrews 1:1-4; Galatians 4:4-7; Isaiah 52:7-10;
    Psalm 98:1-6; Luke 2:33-40; John 1:16-18; Psalm 96:1-6; Isaiah 60:1-6`),
  lent: references(`
    Psalm 32:1-5; Isaiah 58:6-9; Matthew 6:1-6; Matthew 6:16-21; Mark 1:9-15; Luke 4:1-8; Luke 4:9-13;
    Deuteronomy 8:2-10; Psalm 51:1-6; Psalm 51:10-17; Hosea 6:1-6; Matthew 6:7-15; Luke 11:5-13; Matthew 5:21-26;
    Matthew 5:43-48; Genesis 12:1-4; Mark 9:2-8; Luke 6:36-38; Matthew 20:20-28; Luke 16:19-26; Exodus 3:1-6;
    Exodus 3:7-14; Luke 13:6-9; Luke 15:1-7; Luke 15:11-19; Luke 15:20-24; Luke 15:25-32; Matthew 18:21-27;
    John 4:5-15; Mark 12:28-34; Luke 18:9-14; Isaiah 49:13-18; John 9:1-7; John 9:35-41; Numbers 21:4-9;
    John 3:14-17; Ezekiel 37:1-10; John 11:17-27; John 11:33-44; John 12:1-8; John 12:20-26;
    Mark 14:3-9; Mark 14:32-42; Isaiah 53:3-6; Luke 23:39-46; Lamentations 3:22-33`),
  easter: references(`
    John 20:1-10; Mark 16:1-7; Luke 24:13-24; Luke 24:25-35; Luke 24:36-43; John 20:19-23;
    John 20:24-29; John 21:1-8; John 21:9-14; John 21:15-19; 1 Corinthians 15:3-8; Acts 2:42-47; Acts 3:1-10;
    1 Peter 1:3-9; Acts 4:32-35; Psalm 23:1-6; John 10:1-10; John 10:11-18; John 10:27-30; Psalm 16:7-11;
    Acts 8:26-35; Acts 9:3-9; Acts 9:10-18; John 6:35-40; Colossians 3:1-4; Colossians 3:12-17; John 14:1-6;
    John 14:15-21; John 14:23-27; John 15:1-8; John 15:9-17; Romans 6:3-8; 1 John 4:7-12; 1 John 4:13-19;
    Acts 16:11-15; Acts 17:22-28; Psalm 118:19-24; Revelation 21:1-5; Revelation 22:1-5; Isaiah 12:1-6; Acts 10:34-43;
    Ephesians 1:15-21; Ephesians 3:14-19; John 17:6-11; John 17:20-26; Acts 1:12-14; Romans 8:22-27;
    John 16:12-15; John 7:37-39`),
  pentecost: references(`
    Acts 2:1-11; Ezekiel 36:25-28; Galatians 5:22-25; 1 Corinthians 12:4-11; Romans 8:14-17; Isaiah 11:1-4;
    1 Corinthians 12:12-20`),
  ordinary: references(`
    Matthew 5:1-12; Matthew 5:13-16; Matthew 6:25-34; Matthew 7:7-12; Matthew 7:24-27; Matthew 8:23-27;
    Matthew 11:25-30; Matthew 13:1-9; Matthew 13:31-33; Matthew 13:44-46; Matthew 14:22-33;
    Matthew 18:1-5; Matthew 18:10-14; Matthew 20:1-9; Matthew 20:10-16; Matthew 25:31-40;
    Mark 1:16-20; Mark 1:29-39; Mark 2:1-12; Mark 3:1-6; Mark 4:26-32; Mark 4:35-41; Mark 5:25-34; Mark 6:30-32;
    Mark 6:34-44; Mark 7:31-37; Mark 8:22-26; Mark 9:33-37; Mark 10:13-16; Mark 10:17-22; Mark 10:46-52;
    Mark 12:41-44; Luke 4:16-21; Luke 5:1-11; Luke 6:27-36; Luke 7:11-17; Luke 7:36-43; Luke 7:44-50; Luke 8:1-3;
    Luke 9:23-27; Luke 10:29-37; Luke 10:38-42; Luke 11:1-4; Luke 12:13-21; Luke 12:22-32; Luke 13:10-17;
    Luke 13:18-21; Luke 14:7-14; Luke 14:15-24; Luke 15:8-10; Luke 17:11-19; Luke 18:1-8; Luke 19:1-10;
    John 1:35-42; John 2:1-11; John 3:1-8; John 5:1-9; John 6:5-13; John 8:2-11; John 8:12;
    Genesis 1:1-5; Genesis 1:26-31; Genesis 18:1-8; Genesis 28:10-17; Genesis 32:22-31; Exodus 16:11-18;
    Exodus 33:12-17; Deuteronomy 6:4-9; Deuteronomy 30:15-20; Joshua 1:6-9; Ruth 1:14-18; 1 Samuel 3:1-10;
    1 Samuel 16:6-13; 1 Kings 17:8-16; 1 Kings 19:4-8; 1 Kings 19:9-13; 2 Kings 5:9-14; Nehemiah 8:8-10; Job 38:1-7;
    Psalm 1:1-6; Psalm 8:1-9; Psalm 19:1-6; Psalm 27:1-6; Psalm 34:1-8; Psalm 42:1-5; Psalm 46:1-7; Psalm 63:1-8;
    Psalm 84:1-7; Psalm 90:1-6; Psalm 90:12-17; Psalm 91:1-6; Psalm 103:1-8; Psalm 104:24-30; Psalm 121:1-8;
    Psalm 126:1-6; Psalm 130:1-8; Psalm 131:1-3; Psalm 139:1-6; Psalm 139:7-12; Psalm 145:8-16; Proverbs 3:3-8;
    Proverbs 8:27-31; Ecclesiastes 3:1-8; Song of Solomon 2:10-13; Isaiah 6:1-8; Isaiah 30:18-21; Isaiah 40:27-31;
    Isaiah 43:1-5; Isaiah 55:1-5; Isaiah 55:8-13; Jeremiah 1:4-10; Jeremiah 17:7-8; Jeremiah 18:1-6;
    Jeremiah 29:11-14; Jeremiah 31:31-34; Ezekiel 34:11-16; Hosea 11:1-4; Amos 5:21-24; Micah 6:6-8;
    Habakkuk 3:17-19; Romans 5:1-5; Romans 8:31-39; Romans 12:1-2; Romans 12:9-16; 1 Corinthians 13:1-7;
    1 Corinthians 13:8-13; 2 Corinthians 4:6-10; 2 Corinthians 5:16-20; 2 Corinthians 12:7-10; Galatians 2:19-20;
    Ephesians 2:4-10; Ephesians 4:1-6; Ephesians 4:25-32; Philippians 2:1-11; Philippians 3:7-14; Philippians 4:4-9;
    Colossians 1:15-20; 1 Thessalonians 5:12-22; 2 Timothy 1:6-10; Hebrews 4:12-16; Hebrews 11:8-12; Hebrews 12:1-3;
    James 1:2-5; James 1:22-25; 1 Peter 2:4-10; 1 Peter 5:6-11; 1 John 3:1-3; 1 John 3:16-20; Revelation 3:20`),
};
