import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Account } from '#e2e/harness/api.ts';
import { dialog, openValidation } from '#e2e/harness/founder.ts';
import { questions } from '#e2e/harness/respondent.ts';
import type { SeededSurvey } from '#e2e/harness/world/seed.ts';
import { exampleIdea, exampleLastTime } from './picture-answers.data.ts';

export type Clip = { x: number; y: number; width: number; height: number };
export type World = { founder: Account; example: SeededSurvey; general: SeededSurvey };

/** A part of a screen, in CSS pixels, and the way there. */
export type Picture = {
  name: string;
  at: BrowserContextOptions;
  show: (page: Page, world: World) => Promise<Clip>;
};

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 1600 },
  isMobile: true,
  hasTouch: true,
};
const narrow: BrowserContextOptions = { viewport: { width: 390, height: 2400 } };
export const wide: BrowserContextOptions = { viewport: { width: 1280, height: 2400 } };

export const pictures: Picture[] = [
  {
    name: 'questions',
    at: wide,
    show: async (page) => {
      const validation = await openPlan(page);
      const section = validation.locator('section').filter({ hasText: 'Survey Questions' });
      const { x, y, width } = await boxOf(section);
      const fourth = await boxOf(section.locator('li').nth(3));
      return withPadding({ x, y, width, height: fourth.y + fourth.height - y - 20 }, 20);
    },
  },
  {
    name: 'share',
    at: narrow,
    show: async (page) => {
      const validation = await openPlan(page);
      await validation.getByRole('button', { name: 'QR code' }).click();
      await validation.getByRole('img', { name: /QR code/ }).waitFor();
      await validation.getByRole('switch').click();
      await validation.getByText('People answer without an account.').waitFor();
      await page.mouse.move(0, 0);
      return around(validation.locator('section').filter({ hasText: 'Share the Survey' }), 20);
    },
  },
  {
    name: 'survey',
    at: phone,
    show: async (page, { example }) => {
      await page.goto(example.path);
      const list = questions(page);
      await list.nth(0).getByRole('combobox').selectOption({ index: 2 });
      await list.nth(1).getByRole('textbox').fill(exampleLastTime);
      for (const at of [0, 2]) await list.nth(2).getByRole('checkbox').nth(at).check();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      return { x: 0, y: 0, width: 390, height: 640 };
    },
  },
  {
    name: 'verdict',
    at: narrow,
    show: async (page, world) => {
      const main = await openResults(page, world);
      const top = await boxOf(main.getByRole('heading', { name: /^Decision/ }));
      const figures = await boxOf(main.getByRole('list').first());
      return withPadding({ ...figures, y: top.y, height: figures.y + figures.height - top.y }, 12);
    },
  },
  {
    name: 'evidence',
    at: narrow,
    show: async (page, world) => {
      const main = await openResults(page, world);
      const strengths = await boxOf(main.getByRole('heading', { name: 'Key Strengths' }));
      const weaknesses = await boxOf(main.getByRole('heading', { name: 'Key Weaknesses' }));
      return withPadding({ ...strengths, height: weaknesses.y - strengths.y - 24 }, 12);
    },
  },
];

async function openPlan(page: Page): Promise<Locator> {
  await page.goto('/startup-spark-suite/dashboard');
  const validation = await openValidation(page);
  await validation.getByLabel('Your idea in one sentence').fill(exampleIdea);
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await validation.getByText('Saved. The survey can be shared.').waitFor();
  return dialog(page, 'Validating & Prototyping');
}

async function openResults(page: Page, { example }: World): Promise<Locator> {
  await page.goto(`${example.path}/results`);
  const main = page.getByRole('main');
  await main.getByRole('table').first().waitFor({ state: 'attached' });
  return main;
}

async function around(place: Locator, padding: number): Promise<Clip> {
  return withPadding(await boxOf(place), padding);
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
