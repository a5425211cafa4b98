import puppeteer, { ElementHandle } from 'puppeteer-core';
import { type Engine, findElement, tabHeight } from './tab.ts';

/** Opens Debian's Firefox by WebDriver BiDi, which it speaks itself. */
export async function openFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    protocolTimeout: 60_000,
  });
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    close: () => browser.close(),
    async openTab(width) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width, height: tabHeight });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      return {
        errors: () => errors,
        close: () => context.close(),
        async open(url) {
          await page.goto(url);
        },
        run: <Given extends string[], Found>(look: (...given: Given) => Found, ...given: Given) =>
          page.evaluate<[], () => Found>(`(${look})(...${JSON.stringify(given)})`),
        async find(css, name) {
          const element = await page.evaluateHandle(findElement, css, name);
          if (!(element instanceof ElementHandle)) return null;
          return {
            place: () => element.boundingBox(),
            click: () => element.click(),
            type: (text) => element.type(text),
          };
        },
      };
    },
  };
}
