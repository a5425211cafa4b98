import { chromium } from '@playwright/test';
import { enter } from '#e2e/harness/api.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { screens } from '#e2e/harness/world/screens.ts';
import { makeWorld } from '#e2e/harness/world/world.ts';
import { chromiumFlags, findChromium } from './chromium.ts';

const product = await startProduct();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
try {
  const world = await makeWorld(product);
  for (const name of process.argv.slice(2)) {
    const screen = screens.find((s) => s.name === name);
    if (!screen) continue;
    const context = await browser.newContext({
      baseURL: world.url,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    if (screen.who !== 'visitor') await enter(context, world.url, world.people[screen.who]);
    const page = await context.newPage();
    await screen.open(page, world);
    await page.waitForTimeout(800);
    const read = await page.evaluate(() => {
      const box = (document.querySelector('[role=dialog]') ?? document.querySelector('main')) as HTMLElement;
      for (const e of box.querySelectorAll('.sr-only')) e.remove();
      const text = box.innerText;
      const values = [...box.querySelectorAll('input,textarea')]
        .map((e) =>
          (e as HTMLInputElement).type === 'radio' || (e as HTMLInputElement).type === 'checkbox'
            ? ''
            : (e as HTMLInputElement).value,
        )
        .join(' ');
      const n = (t: string) => t.split(/\s+/).filter(Boolean).length;
      return {
        shown: n(text),
        values: n(values),
        height: box.querySelector('.overflow-y-auto')?.scrollHeight ?? box.scrollHeight,
      };
    });
    console.log(name, JSON.stringify(read));
    await context.close();
  }
} finally {
  await browser.close();
  await product.remove();
}
