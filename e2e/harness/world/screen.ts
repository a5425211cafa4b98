import { expect, type Locator, type Page } from '@playwright/test';
import type { World } from './world.ts';

type Person = 'visitor' | keyof World['people'];

/** One screen in one of its states, and the way there. */
export type Screen = { name: string; who: Person; open: (page: Page, world: World) => Promise<void> };

/** Something that is done, or waited for, on the way. */
export type Step = (page: Page, world: World) => Promise<unknown>;

/** Steps in their order; a path is an address to go to. */
export type Steps = (`/${string}` | Step)[];

/** The screens of a person, by name. */
export function screensOf(who: Person, screens: Record<string, Steps>): Screen[] {
  return Object.entries(screens).map(([name, steps]) => ({
    name,
    who,
    async open(page, world) {
      for (const step of steps) await (typeof step === 'string' ? page.goto(step) : step(page, world));
    },
  }));
}

export const goTo =
  (find: (world: World) => string): Step =>
  (page, world) =>
    page.goto(find(world));

type Find = (page: Page) => Locator;
type Name = string | RegExp;

export const role =
  (name: Parameters<Page['getByRole']>[0]) =>
  (label: Name): Find =>
  (page) =>
    page.getByRole(name, { name: label });
export const button = role('button');
export const heading = role('heading');
export const outboxLink = role('link')('development outbox');
export const text =
  (words: Name): Find =>
  (page) =>
    page.getByText(words);

const locate = (what: Name | Find, usual: (name: Name) => Find) =>
  typeof what === 'function' ? what : usual(what);

/** Waits for a text, or for the first that is found. */
export const see =
  (what: Name | Find): Step =>
  (page) =>
    expect(locate(what, text)(page).filter({ visible: true }).first()).toBeVisible();

export const seeDialog = (title: Name) => see(role('dialog')(title));

export const seeTitle: Step = (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

export const seeTable: Step = (page) => expect(page.getByRole('table').first()).toBeAttached();

export const count =
  (find: Find, number: number): Step =>
  (page) =>
    expect(find(page)).toHaveCount(number);

/** Counts the errors of the page or the dialog, without toasts. */
export const seeErrors = (number: number) =>
  count((page) => page.getByRole('main').or(page.getByRole('dialog')).getByRole('alert'), number);

/** Presses a button, or the first that is found. */
export const press =
  (what: Name | Find): Step =>
  (page) =>
    locate(what, button)(page).first().click();

export const fill =
  (label: Name, words: string): Step =>
  (page) =>
    page.getByLabel(label).fill(words);

export const scrollTo =
  (find: Find): Step =>
  (page) =>
    find(page).first().scrollIntoViewIfNeeded();

/** Opens the mobile menu, which only a narrow window has. */
export const openMenu: Step = async (page) => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
  if (size) await page.setViewportSize(size);
};

type Call = string | RegExp;
const matching = (call: Call) => (typeof call === 'string' ? `**/api/${call}` : call);

/** Answers calls in the server's place: a picture sends no mail and uses up no limit. */
export const answer =
  (call: Call, json: object, status = 200): Step =>
  (page) =>
    page.route(matching(call), (route) => route.fulfill({ status, json }));

export const failing = (call: Call) => answer(call, {}, 500);

/** Lets calls wait for ever. */
export const hanging =
  (call: Call): Step =>
  (page) =>
    page.route(matching(call), () => {});
