import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { enter } from '#e2e/harness/api.ts';
import { startProduct } from '#e2e/harness/product.ts';
import type { Screen } from '#e2e/harness/world/screen.ts';
import { screens } from '#e2e/harness/world/screens.ts';
import { makeWorld, type World } from '#e2e/harness/world/world.ts';
import { chromiumFlags, findChromium } from './chromium.ts';

// A picture of every screen in both themes and two sizes, in shots/, with one sheet of all for each, and the number of
// words on each screen in shots/words.txt: of its dialog where one is open, else of the page without header and footer.
// `--readme` takes only the README's picture; other words take only screens whose names hold them.

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'shots');
const readmePicture = path.join(root, 'docs/screenshot.png');
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];
/** The height for a dialog that scrolls. */
const tallHeight = 2200;
const pagesAtOnce = 2;
/** Skeletons show themselves late. */
const settleMs = 400;

const wordCounts = new Map<string, number>();

type Shot = { screen: Screen; theme: (typeof themes)[number]; size: (typeof sizes)[number] };

const words = process.argv.slice(2);
const product = await startProduct();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...chromiumFlags, '--font-render-hinting=none'],
});
try {
  const world = await makeWorld(product);
  if (words.includes('--readme')) await takeReadmePicture(browser, world);
  else await takeAll(browser, world);
} finally {
  await browser.close();
  await product.remove();
}

async function takeReadmePicture(chrome: Browser, world: World): Promise<void> {
  const screen = screens.find(({ name }) => name === 'results-go');
  if (!screen) throw new Error('There is no screen named results-go.');
  await mkdir(path.dirname(readmePicture), { recursive: true });
  await visit(chrome, world, screen, { viewport: { width: 1280, height: 860 } }, async (page) => {
    await page.screenshot({ path: readmePicture });
  });
  console.log(`Wrote ${path.relative(root, readmePicture)}.`);
}

async function takeAll(chrome: Browser, world: World): Promise<void> {
  const wanted = screens.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (words.length === 0) await rm(folder, { recursive: true, force: true });
  const shots = wanted.flatMap((screen) =>
    themes.flatMap((theme) => sizes.map((size) => ({ screen, theme, size }))),
  );
  const waiting = [...shots];
  const failed: string[] = [];
  const work = async () => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      await take(chrome, world, shot).catch((error: unknown) =>
        failed.push(`${fileOf(shot as Shot)}: ${error}`),
      );
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, work));
  const counts = [...wordCounts].toSorted(([one], [other]) => one.localeCompare(other));
  const lines = counts.map(([name, count]) => `${String(count).padStart(5)}  ${name}\n`);
  await writeFile(path.join(folder, 'words.txt'), lines.join(''));
  for (const theme of themes) for (const size of sizes) await takeSheet(chrome, wanted, theme, size);
  console.log(`${shots.length - failed.length} pictures in shots/`);
  for (const line of failed) console.error(line);
  if (failed.length > 0) process.exitCode = 1;
}

async function take(chrome: Browser, world: World, shot: Shot): Promise<void> {
  const { screen, theme, size } = shot;
  const touch = size.width < 600;
  const options: BrowserContextOptions = {
    viewport: size,
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
  };
  await visit(chrome, world, screen, options, async (page) => {
    await showWholePage(page, size);
    if (theme === 'light' && size === sizes[0]) wordCounts.set(screen.name, await countWords(page));
    await page.screenshot({ path: path.join(folder, fileOf(shot)) });
  });
}

async function countWords(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog').last();
  const place = (await dialog.count()) > 0 ? dialog : page.locator('main, body').last();
  const text = await place.innerText();
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** A picture of the full page would be taken as if by mouse: the controls of a phone would be too small. */
async function showWholePage(page: Page, { width, height }: Shot['size']): Promise<void> {
  const dialogs = page.getByRole('dialog');
  const needed =
    (await dialogs.count()) > 0
      ? (await dialogs.last().evaluate(isScrolling)) && tallHeight
      : await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, Number(needed)) });
  // Pictures further down are only fetched now; those below a dialog's screen are not fetched at all.
  await page.waitForFunction(() =>
    [...document.images].every(
      (img) => img.complete || !img.checkVisibility() || img.getBoundingClientRect().top > innerHeight,
    ),
  );
}

/** Runs in the page. */
function isScrolling(dialog: Element): boolean {
  return [dialog, ...dialog.querySelectorAll('div')].some(
    (box) => /auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight,
  );
}

async function visit(
  chrome: Browser,
  world: World,
  { who, open }: Screen,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await chrome.newContext({
    baseURL: world.url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  try {
    if (who !== 'visitor') await enter(context, world.url, world.people[who]);
    const page = await context.newPage();
    await open(page, world);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(settleMs);
    await use(page);
  } finally {
    await context.close();
  }
}

/** All pictures of one theme and size side by side, to see at a glance what falls out of line. */
async function takeSheet(chrome: Browser, wanted: Screen[], theme: Shot['theme'], size: Shot['size']) {
  const columns = size.width < 600 ? 8 : 4;
  const figures = await Promise.all(
    wanted.map(async (screen) => {
      const picture = await readFile(path.join(folder, fileOf({ screen, theme, size }))).catch(() => null);
      const source = picture ? `data:image/png;base64,${picture.toString('base64')}` : '';
      return `<figure><figcaption>${screen.name}</figcaption><img src="${source}" alt=""></figure>`;
    }),
  );
  const style =
    `body{margin:16px;background:#777;font:13px sans-serif;color:#fff;display:grid;gap:16px;` +
    `grid-template-columns:repeat(${columns},1fr);align-items:start}figure{margin:0}img{width:100%}`;
  const page = await chrome.newPage({ viewport: { width: 1600, height: 900 } });
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  await page.screenshot({ path: path.join(folder, `all-${theme}-${size.width}.png`), fullPage: true });
  await page.close();
}

function fileOf({ screen, theme, size }: Shot): string {
  return `${screen.name}-${theme}-${size.width}.png`;
}
