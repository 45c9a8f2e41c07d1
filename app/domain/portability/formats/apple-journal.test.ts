import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import { readUpload } from "#tests/support/read-upload";

const picture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

/** A page with one photo, and with one image of each other kind of asset. */
const PAGE = `<!DOCTYPE html><html><body><div class="pageContainer">
<div class="pageHeader"><img src="../Resources/journal-icon.png" class="icon">Monday, 6 May 2024</div>
<div class="assetGrid">
<div id="A" class="gridItem assetType_photo"><img src="../Resources/photo.png" class="asset_image"></div>
<div id="B" class="gridItem assetType_genericMap"><img src="../Resources/map.png" class="asset_image"><div class="gridItemOverlayHeader">The Weir</div></div>
<div id="C" class="gridItem assetType_visit"><img src="../Resources/visit.png" class="asset_image"><div class="gridItemOverlayHeader">Norham</div><div class="gridItemOverlayFooter">Scotland</div></div>
<div id="D" class="gridItem assetType_contact"><img src="../Resources/contact.png" class="asset_image"></div>
<div id="E" class="gridItem assetType_music"><img src="../Resources/cover.png" class="asset_image"></div>
<div id="F" class="gridItem assetType_stateOfMind"><img src="../Resources/mood.png" class="icon"><div class="gridItemOverlayHeader">Calm</div></div>
</div>
<div class="title">Weir</div><div class="bodyText"><p>Water high.</p></div></div></body></html>`;

const OTHERS = ["journal-icon", "map", "visit", "contact", "cover", "mood"];

async function readExport() {
  const images = [];
  for (const [at, name] of ["photo", ...OTHERS].entries())
    images.push({ name: `Export/Resources/${name}.png`, data: await picture(`rgb(${at * 20}, 0, 0)`) });
  const zip = makeZip([
    {
      name: "Export/index.html",
      data: '<html><body><a href="Entries/2024-05-06_Weir.html">Weir</a></body></html>',
    },
    { name: "Export/Entries/2024-05-06_Weir.html", data: PAGE },
    { name: "Export/Resources/A.json", data: '{"date": "2024-05-06T10:00:00Z", "text": "no entry"}' },
    ...images,
  ]);
  return readUpload("export.zip", zip);
}

describe("an export of Apple Journal", () => {
  it("skips its index and the notes about its pictures when it lists entries", async () => {
    const { entries, refused, leftOut } = await readExport();
    expect(entries.map(({ entry }) => [entry.forDate, entry.content.title])).toEqual([
      ["2024-05-06", "Weir"],
    ]);
    expect([refused, leftOut]).toEqual([[], []]);
  });

  it("imports only photographs when it also has icons, maps, contacts and covers", async () => {
    const { entries, left } = await readExport();
    expect(entries).toMatchObject([
      { entry: { content: { pictures: [{}], mood: "Calm", body: "Water high." } } },
    ]);
    expect(entries[0]?.entry.content.pictures).toHaveLength(1);
    // Two places, a contact and a cover.
    expect(left).toEqual({ places: 2, files: 2 });
  });

  it("lists every place of an entry in the details", async () => {
    const { entries } = await readExport();
    expect(entries[0]?.details).toBe("Place: The Weir, Norham");
  });

  it.each(["Montag, 6. Mai 2024", "2024年5月6日 月曜日", "lundi 6 mai 2024"])(
    "dates a page by its header when its name has no day and the header is %s",
    async (header) => {
      const page = PAGE.replace("Monday, 6 May 2024", header);
      const { entries } = await readUpload("a.zip", makeZip([{ name: "Entries/Weir.html", data: page }]));
      expect(entries.map(({ entry }) => entry.forDate)).toEqual(["2024-05-06"]);
    },
  );
});
