import { makeZip } from "#tests/support/make-zip";

/** Exports of other applications in their own formats. */
const cut = Buffer.from("not a picture");

type JourneyFields = Record<string, unknown>;

/** The JSON file of one Journey entry. Its pictures are separate files. */
export const journeyEntry = (fields: JourneyFields = {}) =>
  JSON.stringify({
    id: "1614796496000-3fd84e0bd2c9e2eb",
    date_modified: 1_615_672_726_000,
    date_journal: 1_614_796_496_000,
    timezone: "Australia/Sydney",
    text: '<p>We packed.</p><p>Then <b>off</b> we <i>go</i>: see <a href="https://example.org/map">the map</a>.</p><ul><li>tent</li><li>rope &amp; pegs</li></ul>',
    preview_text: "We packed.",
    mood: 4,
    lat: 1.7976931348623157e308,
    lon: 1.7976931348623157e308,
    address: "",
    label: "",
    folder: "",
    sentiment: 1.25,
    favourite: true,
    music_title: "",
    music_artist: "",
    photos: ["1614796496000-3fd84e0bd2c9e2eb-3ffac2f6.jpg"],
    weather: { id: -1, degree_c: 1.7e308, description: "", icon: "", place: "" },
    tags: ["Travel", "bus"],
    type: "html",
    ...fields,
  });

export const journeyZip = (picture: Buffer = cut) =>
  makeZip([
    { name: "1614796496000-3fd84e0bd2c9e2eb.json", data: journeyEntry() },
    { name: "1614796496000-3fd84e0bd2c9e2eb-3ffac2f6.jpg", data: picture },
    {
      name: "1514796496000-3fd84e0bd2c9e2ec.json",
      data: journeyEntry({
        id: "1514796496000-3fd84e0bd2c9e2ec",
        date_journal: 1_514_796_496_000,
        text: "# Plain\n\nOlder entries are *Markdown*.",
        type: "markdown",
        lat: 51.5,
        lon: 0,
        address: "London",
        weather: { id: 3, degree_c: 7, description: "Rain", icon: "09d", place: "London" },
        photos: [],
        mood: 0,
        favourite: false,
      }),
    },
  ]);

/** An entry of Diarium; its time is local, with seven decimals. */
export const diariumEntry = (fields: Record<string, unknown> = {}) => ({
  date: "2010-10-26T23:47:53.4882800",
  heading: "Rain",
  html: '<p>It rained.</p>\r\n<p style="margin:0">All &quot;day&quot;.<br>And all night.</p>',
  rating: 4,
  tags: ["weather", "home, sweet"],
  location: [51.5, 0.12],
  sun: "☀️ Sunrise: 7:16 AM Sunset: 7:56 PM",
  lunar: "Waxing gibbous",
  ...fields,
});

export const diariumZip = (picture: Buffer = cut) =>
  makeZip([
    {
      name: "Diarium_2010-10-26_2010-10-28.json",
      data: JSON.stringify([
        diariumEntry(),
        diariumEntry({
          date: "2010-10-28T08:00:00",
          heading: "",
          location: [],
          sun: "",
          rating: 0,
          tags: [],
        }),
      ]),
    },
    { name: "media/2010-10-26_234753488/IMG_1.jpg", data: picture },
    { name: "media/2010-10-26_234753488/clip.mp4", data: cut },
  ]);

/** A page of Apple Journal. */
export const applePage = (header: string, title: string, paragraphs: string[]) => `<!DOCTYPE html>
<html><head><meta charset="UTF-8"><title>${header}</title><style>p.p1 { margin: 0 }</style></head>
<body><div class="pageContainer"><div class="pageHeader">${header}</div>
<div class="assetGrid"><div id="A1" class="gridItem assetType_photo"><img src="../Resources/A1.jpg" class="asset_image"></div>
<div class="gridItem assetType_multiPinMap"><div class="gridItemOverlayHeader">Old Town</div></div>
<div class="gridItem assetType_stateOfMind"><div class="gridItemOverlayHeader">Sad, Overwhelmed</div><div class="gridItemOverlayFooter">Health</div></div></div>
<div class="title"><span class="s1">${title}</span></div>
<div class="reflectionPrompt">How was your day?</div>
${paragraphs.map((text) => `<p class="p2"><span class="s2">${text}</span></p>`).join("\n")}
</div></body></html>`;

export const appleZip = (picture: Buffer = cut) =>
  makeZip([
    {
      name: "AppleJournalEntries/index.html",
      data: "<html><body><a href='Entries/x.html'>x</a></body></html>",
    },
    {
      name: "AppleJournalEntries/Entries/2024-11-03_A_walk.html",
      data: applePage("Sonntag, 3. November 2024", "A walk", ["Paragraph one.", "Paragraph &amp; two."]),
    },
    {
      name: "AppleJournalEntries/Entries/Untitled.html",
      data: applePage("Sunday, December 17, 2023", "", ["Entry body text."]),
    },
    { name: "AppleJournalEntries/Resources/A1.jpg", data: picture },
  ]);

/** An unencrypted backup of DailyTxT. */
export const dailyTxtZip = (
  more: { name: string; data: string | Buffer }[] = [{ name: "files/beans.jpg", data: cut }],
) =>
  makeZip([
    ...more,
    {
      name: "tags.json",
      data: JSON.stringify({ tags: [{ id: 7, name: "garden", color: "#0f0", icon: "🌱" }] }),
    },
    { name: "templates.json", data: JSON.stringify({ templates: [{ name: "Day", text: "…" }] }) },
    {
      name: "2024/05.json",
      data: JSON.stringify({
        days: [
          {
            day: 6,
            text: "## Beans\n\nThe beans are up.",
            date_written: "2024-05-06 21:33",
            tags: [7, 99],
            isBookmarked: true,
            files: [{ filename: "beans.jpg" }],
          },
          { day: 31, text: "Rain.", date_written: "2024-05-31 20:00" },
          { day: 32, text: "No such day." },
        ],
      }),
    },
  ]);

/** A vault of Obsidian with its configuration. */
export const obsidianZip = () =>
  makeZip([
    { name: "Vault/.obsidian/app.json", data: "{}" },
    {
      name: "Vault/Daily/2024-05-06.md",
      data: "---\ntags: [rain]\nmood: calm\n---\n# Rain\n\n![[rain.png]]\n\nIt rained.",
    },
    { name: "Vault/Daily/2024_05_07.md", data: "Logseq writes its days so." },
    { name: "Vault/Daily/20240508.md", data: "And some so." },
    { name: "Vault/Templates/Daily.md", data: "What was good?" },
    { name: "Vault/Attachments/rain.png", data: cut },
  ]);
