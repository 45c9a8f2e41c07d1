/** Verses for days without a feast and outside the great seasons: comfort, attention and trust, one for each day of a year. */
const TEXT = `
Psalm 46:10; Lamentations 3:22-23; Matthew 11:28-30; Isaiah 43:1-2; Psalm 139:1-4; John 15:4-5; Zephaniah 3:17; Romans
8:38-39; Psalm 62:5-6; 1 Kings 19:11-12; Luke 12:6-7; Deuteronomy 33:27; Psalm 23:1-3; Philippians 4:6-7; Micah 6:8;
John 14:27; Exodus 33:14; Psalm 34:18; 2 Corinthians 4:16-18; Isaiah 30:15; Mark 6:31; Psalm 131:1-2; Ephesians
3:16-19; Genesis 28:16-17; Psalm 90:14; Matthew 6:25-27; Isaiah 40:28-31; 1 Peter 5:7; Psalm 27:13-14; Jeremiah
29:11-13; Luke 10:41-42; Psalm 103:8-12; Colossians 3:15-17; Habakkuk 3:17-18; John 10:14-15; Psalm 121:1-4; Romans
12:12; Isaiah 49:15-16; Ecclesiastes 3:11; Psalm 16:8-9; Matthew 5:14-16; Hosea 11:3-4; 1 John 4:16; Psalm 42:5;
Joshua 1:9; Mark 4:39-40; Psalm 36:7-9; 2 Corinthians 12:9; Isaiah 55:10-11; Numbers 6:24-26; Psalm 119:105; Luke
24:28-31; Proverbs 3:5-6; Romans 15:13; Psalm 63:1-4; Job 33:4; Hebrews 13:5-6; Psalm 40:1-3; Revelation 21:3-4; 1
Thessalonians 5:16-18; Psalm 4:6-8; Matthew 7:7-8; Isaiah 12:2-3; Psalm 5:3; John 6:35; Psalm 9:9-10; Galatians
5:22-23; Psalm 13:5-6; Deuteronomy 31:8; Psalm 15:1-3; Romans 5:3-5; Psalm 17:6-8; Colossians 3:12-14; Psalm 18:1-3;
Isaiah 26:3-4; Mark 9:23-24; Psalm 19:14; Ephesians 2:8-10; Psalm 20:7; Genesis 16:13; Matthew 18:20; Psalm 22:22-24;
James 1:17; Psalm 24:1-2; John 8:31-32; Psalm 25:4-5; 1 John 3:1; Psalm 25:16-18; Isaiah 41:10; Luke 11:9-10; Psalm
27:1; Romans 8:26; Psalm 28:6-7; Exodus 15:2; Psalm 29:11; Matthew 5:3-5; Psalm 30:4-5; Philippians 1:6; Psalm
30:11-12; Isaiah 43:18-19; Psalm 31:3-5; John 13:34-35; Psalm 31:19-20; Proverbs 15:1; Psalm 31:24; 2 Corinthians
1:3-4; Psalm 32:7-8; Luke 18:16-17; Psalm 33:4-5; Hebrews 4:16; Psalm 33:20-22; Genesis 8:22; Psalm 34:4-6; Mark
10:51-52; Psalm 34:8-9; 1 Corinthians 10:13; Psalm 36:5-6; Isaiah 57:15; Psalm 37:3-5; Matthew 6:19-21; Psalm 37:7;
Ephesians 4:2-3; Psalm 37:23-24; Nehemiah 8:10; John 3:16-17; Psalm 39:4-7; Romans 12:15-16; Psalm 40:8-9; James
3:17-18; Psalm 42:1-2; Isaiah 32:17-18; Psalm 42:8; Luke 12:32-34; Psalm 43:3-4; 1 Samuel 16:7; Galatians 6:2; Psalm
46:1-3; Matthew 19:26; Colossians 1:17-18; Psalm 48:9-10; Proverbs 4:23; Psalm 50:14-15; John 16:33; Psalm 51:15-17;
Isaiah 58:11; Romans 14:7-8; Mark 12:30-31; Psalm 55:16-18; 2 Timothy 1:7; Psalm 55:22; Deuteronomy 8:3; Psalm 56:3-4;
Luke 1:37; Psalm 56:8; Philippians 2:3-4; Psalm 57:1; Isaiah 61:10-11; Psalm 57:7-9; 1 John 1:5-7; Matthew 10:29-31;
Ephesians 5:8-10; Psalm 61:1-4; Jeremiah 17:14; Psalm 62:1-2; John 7:37-38; Psalm 62:8; Hebrews 11:1; Psalm 63:5-8;
Proverbs 16:3; Psalm 65:5-8; Luke 5:31-32; Psalm 65:9-11; Romans 6:11; Psalm 66:8-9; Isaiah 46:4; Psalm 66:16-20;
Colossians 2:6-7; Psalm 67:1-4; Mark 1:35; Psalm 68:5-6; 1 Corinthians 13:12-13; Psalm 68:19; Genesis 1:31; Matthew
13:16-17; Psalm 70:4-5; James 4:8; Psalm 71:5-8; John 20:29; Psalm 71:17-18; Isaiah 64:8; Psalm 72:12-14; 2
Corinthians 3:17-18; Psalm 73:23-26; Ruth 2:12; Psalm 73:28; Luke 17:20-21; Galatians 2:20; Proverbs 19:17; Psalm
77:11-14; Romans 8:31-32; Psalm 77:19-20; Jeremiah 33:3; Matthew 5:7-9; 1 Peter 1:8-9; Deuteronomy 4:29-31; Psalm
81:10; John 1:50-51; Psalm 82:3-4; Isaiah 33:2; Psalm 84:1-2; Ephesians 1:18-19; Psalm 84:10-12; Mark 9:35-37; Psalm
85:8-9; Philippians 3:12-14; Psalm 85:10-13; Proverbs 17:22; Psalm 86:3-5; Luke 15:20; Psalm 86:11-13; Romans
11:33-36; 1 Samuel 2:1-2; Psalm 89:1-2; Matthew 12:20-21; Psalm 89:15-16; Colossians 4:2-3; Psalm 90:1-2; Isaiah
25:8-9; Psalm 90:17; John 10:9-11; Psalm 91:1-2; Hebrews 10:23-25; Psalm 91:11-12; Genesis 18:14; Psalm 92:1-4; 1
Thessalonians 5:8-11; Psalm 92:12-15; Matthew 28:20; 2 Thessalonians 3:16; Luke 8:15; Psalm 95:1-5; Job 19:25-27;
Psalm 95:6-7; Romans 13:8-10; Psalm 97:10-11; Psalm 100:1-3; Mark 5:19-20; Psalm 100:4-5; James 5:16; Isaiah 44:3-4;
Psalm 102:25-28; Ephesians 6:10-11; Psalm 103:1-5; John 12:46; Psalm 103:13-14; 1 Chronicles 16:10-11; Psalm
104:33-34; Matthew 9:36-38; Titus 2:11-13; Psalm 106:1-3; Proverbs 27:17; Psalm 107:8-9; Luke 22:32; Psalm 107:28-30;
Romans 10:12-13; Psalm 108:4-5; Isaiah 38:17; 1 Corinthians 15:57-58; Psalm 111:2-4; Ecclesiastes 4:9-10; John 17:24;
Psalm 113:3-6; Hosea 6:3; Psalm 115:1; Philippians 4:11-13; Psalm 116:1-2; Genesis 50:20; Psalm 116:7-9; Matthew
6:33-34; Psalm 117:1-2; 2 Peter 1:3-4; Psalm 118:5-6; Micah 7:7-8; Psalm 118:28-29; Luke 9:23-24; Psalm 119:10-12;
Romans 15:5-6; Psalm 119:18-19; Isaiah 50:4; Mark 11:24-25; Psalm 119:49-50; 1 John 4:18-19; Psalm 119:57-60; Jeremiah
31:3; John 4:23-24; Psalm 119:89-90; Hebrews 12:11-13; Amos 5:14-15; Psalm 119:147-148; Ephesians 4:31-32; Psalm
119:165; Matthew 14:27; Psalm 121:5-8; 2 Samuel 22:29-31; Psalm 122:6-9; James 1:5-6; Psalm 123:1-2; Luke 19:10; Psalm
124:7-8; Isaiah 42:16; Psalm 125:1-2; Colossians 3:23-24; Psalm 126:5-6; Proverbs 18:10; Psalm 127:1-2; John 15:15-16;
Psalm 128:1-2; 1 Peter 3:8-9; Psalm 130:5-6; Romans 12:9-11; Psalm 133:1-3; Matthew 25:21; Psalm 134:1-3; 1 Kings
8:57-58; Psalm 136:1-4; 2 Corinthians 5:17-18; Psalm 136:23-26; Isaiah 63:9; Psalm 138:3; Mark 10:27; Psalm 138:7-8;
Galatians 5:13-14; Psalm 139:9-12; Job 23:10; Psalm 139:13-14; Luke 7:47-48; Psalm 139:17-18; Psalm 139:23-24;
Zechariah 4:6; Psalm 142:5; Deuteronomy 32:10-12; Psalm 143:5-6; 1 Timothy 6:17-19; Psalm 143:8; Matthew 8:26-27;
Exodus 14:13-14; Psalm 145:3-5; Romans 1:16-17; Psalm 145:17-19; Isaiah 66:2; Psalm 146:5-8; Psalm 147:3-5; Luke
21:1-4; Psalm 148:7-13; 2 Chronicles 16:9; Revelation 22:17; Psalm 150:1-6; Mark 8:34-35; John 21:12-13; Malachi 4:2;
Acts 20:24; Acts 4:12; Acts 17:27-28; 1 Corinthians 2:9-10; 1 Corinthians 3:6-7; Psalm 26:2-3`;

export const VERSES: readonly string[] = TEXT.split(";").map((reference) =>
  reference.trim().replace(/\s+/g, " "),
);
