import { expect, type Page } from '@playwright/test';
import type { World } from '#e2e/harness/world/world.ts';
import type { OutreachWorld } from '#e2e/harness/world/world-outreach.ts';
import type { SupportWorld } from '#e2e/harness/world/world-support.ts';

/** One screen in one of its states, and the way there. */
export type Screen = {
  name: string;
  who:
    | 'visitor'
    | 'newcomer'
    | 'founder'
    | 'prolific'
    | 'crowd'
    | keyof Omit<SupportWorld, 'requests' | 'answerPath'>
    | keyof Omit<OutreachWorld, 'linkPaths'>;
  /** A dialog that scrolls: pictures of it are taken on a tall screen. */
  tall?: true;
  open: (page: Page, world: World) => Promise<void>;
};

export const dashboard = '/startup-spark-suite/dashboard';

/** A page that needs nothing but its address. */
export function pageAt(address: string, who: Screen['who'], name: string): Screen {
  return {
    name,
    who,
    open: async (page) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  };
}

/** A page with the mobile menu open, which only a narrow window has. */
export function menuAt(address: string, who: Screen['who'], name: string): Screen {
  const { open } = pageAt(address, who, name);
  return {
    name,
    who,
    open: async (page, world) => {
      await open(page, world);
      const size = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
      if (size) await page.setViewportSize(size);
    },
  };
}
