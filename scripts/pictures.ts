import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard, validateIdea } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { type Product, startProduct } from '#e2e/harness/product.ts';
import { questions } from '#e2e/harness/respondent.ts';
import { type SeededSurvey, seedSurvey } from '#e2e/harness/world/seed.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { anySurvey, exampleIdea, exampleReading } from './picture-surveys.data.ts';

// The landing page's pictures, share cards and icons, taken from the running product into web/public.
// Run it again when a screen changes that they show; what it writes is committed.

const publicFolder = path.join(path.dirname(import.meta.dirname), 'web/public');
const dataFile = path.join(path.dirname(import.meta.dirname), 'web/features/landing/pictures.data.ts');
/** A name that can't be registered (RFC 2606), so that links in the pictures lead nowhere. */
const site = 'http://startup-spark.example';
const themes = ['light', 'dark'] as const;
const shareCard = { width: 1200, height: 630 };
/** Kilobytes. */
const limits = { picture: 60, shareCard: 150 };

/** `share`: how much of the square the sign takes; `corner`: rounding in percent, the rest is see-through. */
const icons = [
  { file: 'icon-32.png', size: 32, share: 0.94, corner: 0, background: 'transparent' },
  { file: 'icon-192.png', size: 192, share: 0.6, corner: 22, background: 'paper' },
  { file: 'icon-512.png', size: 512, share: 0.6, corner: 22, background: 'paper' },
  // Launchers may cut a maskable icon down to its middle 80 %; iOS rounds and fills see-through corners itself.
  { file: 'maskable-512.png', size: 512, share: 0.5, corner: 0, background: 'paper' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.6, corner: 0, background: 'paper' },
] as const;

/** The canvas of the light theme, which every launcher shows well. */
const paper = '#fbfaf8';

type Clip = { x: number; y: number; width: number; height: number };
type World = { founder: Account; example: SeededSurvey; general: SeededSurvey };

/** A part of a screen, in CSS pixels, and the way there. */
type Picture = {
  name: string;
  at: BrowserContextOptions;
  show: (page: Page, world: World) => Promise<Clip>;
};

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 1600 },
  isMobile: true,
  hasTouch: true,
};
const wide: BrowserContextOptions = { viewport: { width: 1280, height: 2400 } };

const pictures: Picture[] = [
  {
    name: 'questions',
    at: wide,
    show: async (page) => {
      await page.goto(dashboard);
      const validation = await validateIdea(page, exampleIdea);
      const heading = page.getByRole('heading', { name: /^\d questions$/ });
      const section = validation.locator('section').filter({ has: heading });
      const { x, y, width } = await boxOf(section);
      const fourth = await boxOf(section.locator('li').nth(3));
      return withPadding({ x, y, width, height: fourth.y + fourth.height - y - 20 }, 20);
    },
  },
  {
    name: 'survey',
    at: phone,
    show: async (page, { example }) => {
      await page.goto(example.path);
      await questions(page).first().getByRole('radio').nth(2).check();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      return { x: 0, y: 0, width: 390, height: 640 };
    },
  },
];

const product = await startProduct();
const browser = await launch(product);
try {
  const world = await makeExample(product.url);
  await rm(path.join(publicFolder, 'pictures'), { recursive: true, force: true });
  for (const folder of ['pictures', 'og', 'icons'])
    await mkdir(path.join(publicFolder, folder), { recursive: true });
  await writeSizes(await takePictures(browser, world));
  await takeShareCards(browser, world);
  await takeIcons(browser, publicFolder);
} finally {
  await browser.close();
  await product.remove();
}

/** A browser for which the made-up name is this product, and as safe a place as it. */
function launch({ url }: Product): Promise<Browser> {
  const { hostname } = new URL(site);
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...chromiumFlags,
      '--font-render-hinting=none',
      `--host-resolver-rules=MAP ${hostname}:80 127.0.0.1:${new URL(url).port}`,
      `--unsafely-treat-insecure-origin-as-secure=${site}`,
    ],
  });
}

async function makeExample(url: string): Promise<World> {
  const founder = await openAccount(url, 'pro', newPerson('Ada Founder'));
  const example = await seedSurvey(url, founder, {
    idea: exampleIdea.idea,
    reading: exampleReading,
    publicLink: true,
  });
  const general = await seedSurvey(url, founder, { ...anySurvey, publicLink: true });
  return { founder, example, general };
}

/** Both themes from one visit, so that they differ in nothing but colour. */
async function takePictures(chrome: Browser, world: World): Promise<Map<string, Clip>> {
  const clips = new Map<string, Clip>();
  for (const { name, at, show } of pictures)
    await visit(chrome, world.founder, at, async (page) => {
      const clip = await show(page, world);
      await page.evaluate(() => document.fonts.ready);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(settle);
        const file = `pictures/${name}-${colorScheme}.webp`;
        await writePicture(file, await captureWebp(page, clip, 2, limits.picture));
      }
      clips.set(name, clip);
    });
  return clips;
}

async function visit(
  chrome: Browser,
  account: Account | null,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await chrome.newContext({
    baseURL: site,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  });
  try {
    if (account) await enter(context, site, account);
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Runs in the page: no colour is on its way any more. */
async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  await new Promise(requestAnimationFrame);
}

/** At the best quality that keeps it within the limit, in kilobytes; text stays sharp down to the last one. */
async function captureWebp(page: Page, clip: Clip, scale: number, limit: number): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  for (const quality of [84, 76, 68, 60, 52]) {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { ...clip, scale },
      captureBeyondViewport: true,
    });
    const picture = Buffer.from(data, 'base64');
    if (picture.length <= limit * 1024) return picture;
  }
  throw new Error(`A picture of ${clip.width} × ${clip.height} does not fit into ${limit} KB.`);
}

async function takeShareCards(chrome: Browser, { general }: World): Promise<void> {
  // A little more of the page than pixels: the wide layout begins at 1280.
  const share = shareCard.width / 1280;
  const viewport = { width: 1280, height: shareCard.height / share };
  const at = { viewport, deviceScaleFactor: share };
  for (const [name, address] of [
    ['home', '/'],
    ['survey', general.path],
  ] as const)
    await visit(chrome, null, at, async (page) => {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      await writePicture(`og/${name}.png`, await page.screenshot());
    });
}

async function writePicture(file: string, content: Buffer): Promise<void> {
  const kilobytes = content.length / 1024;
  if (kilobytes > limits.shareCard) throw new Error(`${file} has ${Math.round(kilobytes)} KB.`);
  await writeFile(path.join(publicFolder, file), content);
  console.log(`${file} ${kilobytes.toFixed(1)} KB`);
}

async function writeSizes(clips: Map<string, Clip>): Promise<void> {
  const lines = [...clips].map(
    ([name, { width, height }]) => `  ${name}: { width: ${width}, height: ${height} },`,
  );
  const text = [
    '/** CSS pixels of web/public/pictures; written by scripts/pictures.ts. */',
    'export const pictures = {',
  ];
  const content = [...text, ...lines, '};', ''].join('\n');
  const before = await readFile(dataFile, 'utf8').catch(() => '');
  if (before !== content) await writeFile(dataFile, content);
}

function withPadding({ x, y, width, height }: Clip, padding: number): Clip {
  const [left, top] = [Math.floor(x) - padding, Math.floor(y) - padding];
  return { x: left, y: top, width: Math.ceil(width) + 2 * padding, height: Math.ceil(height) + 2 * padding };
}

async function boxOf(place: Locator): Promise<Clip> {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not on the screen.`);
  return box;
}

/** Draws `icons/` from `favicon.svg`. */
async function takeIcons(chrome: Browser, publicFolder: string): Promise<void> {
  const sign = await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8');
  const source = `data:image/svg+xml,${encodeURIComponent(sign)}`;
  for (const { file, size, share, corner, background } of icons) {
    const page = await chrome.newPage({ viewport: { width: size, height: size } });
    const tile = `background:${background === 'paper' ? paper : 'transparent'};border-radius:${corner}%`;
    const style = `body{margin:0}div{width:100vw;height:100vh;display:grid;place-items:center;${tile}}`;
    const width = Math.round(size * share);
    await page.setContent(`<style>${style}</style><div><img src="${source}" width="${width}" alt=""></div>`);
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    await writeFile(path.join(publicFolder, 'icons', file), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
}
