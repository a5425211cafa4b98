import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';

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

/** Draws `icons/` from `favicon.svg`. */
export async function takeIcons(chrome: Browser, publicFolder: string): Promise<void> {
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
