/**
 * Draws the icons and the social image into public/, from the logo: a still horizon and a rising dot.
 *
 *     node scripts/icons.mjs
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { browserArguments, ensureBrowser } from "./browser.mjs";
import { root, runScript } from "./prepare.mjs";

const PAPER = "#fbf9f4";
const GREEN = "#3a6547";
const INK = "#23211c";

/** The logo in a box of 32. `inset` is the free share of the box around it. */
function mark({ inset, ground, colour }) {
  const scale = 1 - 2 * inset;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="100%" height="100%">
    ${ground ?? ""}
    <g transform="translate(${16 * (1 - scale)} ${16 * (1 - scale)}) scale(${scale})">
      <circle cx="16" cy="13.2" r="4.2" fill="${colour}"/>
      <path d="M4.5 22.5h23" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"/>
    </g></svg>`;
}

const rounded = `<rect width="32" height="32" rx="7" fill="${PAPER}"/>`;
const full = `<rect width="32" height="32" fill="${PAPER}"/>`;

const ICONS = [
  { file: "icons/icon-192.png", size: 192, svg: mark({ inset: 0, ground: rounded, colour: GREEN }) },
  { file: "icons/icon-512.png", size: 512, svg: mark({ inset: 0, ground: rounded, colour: GREEN }) },
  // Launchers cut out a circle, so the logo stays within the middle 80 %.
  { file: "icons/maskable-512.png", size: 512, svg: mark({ inset: 0.14, ground: full, colour: GREEN }) },
  { file: "icons/apple-touch-180.png", size: 180, svg: mark({ inset: 0.06, ground: full, colour: GREEN }) },
  // Android shows only the shape of a badge and ignores its colour.
  { file: "icons/badge-96.png", size: 96, svg: mark({ inset: 0, colour: "#ffffff" }) },
];

const LINK_PICTURE = `<div style="width:1200px;height:630px;background:${PAPER};color:${INK};display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Charter,'Iowan Old Style',Palatino,Georgia,'DejaVu Serif',serif">
  <div style="width:150px;height:150px">${mark({ inset: 0, colour: GREEN })}</div>
  <div style="font-size:68px;margin-top:22px">Be still, and know that I am God.</div>
  <div style="width:96px;height:4px;background:${GREEN};margin-top:44px"></div>
  <div style="font:500 30px -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;letter-spacing:.24em;margin-top:40px">STILL &amp; KNOW</div>
</div>`;

async function drawAll() {
  const { chromium } = await import("playwright");
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserArguments });
  mkdirSync(path.join(root, "public/icons"), { recursive: true });
  const draw = async (file, { width, height }, body) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(`<style>*{margin:0}svg{display:block}</style>${body}`);
    await page.screenshot({ path: path.join(root, "public", file), omitBackground: true });
    await page.close();
    console.log(`public/${file}`);
  };
  for (const { file, size, svg } of ICONS) await draw(file, { width: size, height: size }, svg);
  await draw("link-picture.png", { width: 1200, height: 630 }, LINK_PICTURE);
  await browser.close();
}

await runScript(drawAll);
