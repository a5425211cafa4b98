import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { mostlyShowing } from '#e2e/harness/answerers.ts';
import { type Account, openAccount } from '#e2e/harness/api.ts';
import { dashboard } from '#e2e/harness/founder.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { usualAnswer } from '#e2e/harness/respondent.ts';
import {
  awaitVerdict,
  type SeededSurvey,
  seedIdea,
  seedIdeation,
  seedSurvey,
  submitAnswers,
} from '#e2e/harness/world/seed.ts';
import { installPackages } from './apt.ts';
import { openFirefox } from './engines/firefox.ts';
import type { Engine, Tab } from './engines/tab.ts';
import { openWebKit } from './engines/webkit.ts';

// Walks a survey, a plan and results in Firefox ESR and WebKitGTK, and says what it saw. Debian, as root.

const programs = ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];
const waitMs = 30_000;
const restMs = 1_000;
const againMs = 5_000;
const answerCount = 12;
const idea = 'Bakers throw away unsold bread every evening';
/** Three lines and more on a wide screen. */
const longText = `${usualAnswer} `.repeat(5);

if (!programs.every((program) => existsSync(program)) && !installPackages(packages))
  throw new Error(`Install ${packages.join(', ')}.`);

const product = await startProduct({ AI: 'embedded' });
let failed = 0;
try {
  for (const openEngine of [openFirefox, openWebKit]) {
    const engine = await openEngine();
    try {
      for (const width of [1280, 390])
        await walk(engine, width, [answerSurvey, signIn, editCoachText, writePlan, readResults]);
      await walk(engine, 320, [signIn, seeNoOverflow]);
    } finally {
      await engine.close();
    }
  }
} finally {
  await product.remove();
}
console.log(failed > 0 ? `${failed} ✗` : 'All ✓');
process.exitCode = failed > 0 ? 1 : 0;

type Visit = {
  tab: Tab;
  account: Account;
  survey: SeededSurvey;
  /** Prints what was looked at; a list of what is wrong makes it a failure. */
  say(what: string, wrong?: string[]): void;
};

async function walk(engine: Engine, width: number, parts: ((visit: Visit) => Promise<void>)[]) {
  const account = await openAccount(product.url, 'pro');
  const survey = await seedSurvey(product.url, account, { publicLink: true });
  await submitAnswers(product.url, account, survey, { count: answerCount, answer: mostlyShowing });
  await seedIdeation(product.url, account, { idea: seedIdea, sections: 1 });
  await awaitVerdict(product.url, account, survey, answerCount);
  const tab = await engine.openTab(width);
  const say = (what: string, wrong: string[] = []) => {
    if (wrong.length > 0) failed += 1;
    console.log(
      [wrong.length > 0 ? '✗' : '✓', engine.name, width, what, ...wrong.map((line) => `(${line})`)].join(' '),
    );
  };
  try {
    for (const part of parts) await part({ tab, account, survey, say });
    const errors = tab.errors();
    if (errors) say('the console has no errors', errors);
  } catch (error) {
    say('the walk went on to its end', [inspect(error)]);
  } finally {
    await tab.close();
  }
}

async function answerSurvey({ tab, survey, say }: Visit): Promise<void> {
  await open(tab, survey.path);
  await see(tab, 'main ol > li');
  await (await tab.find('main button', 'Show all'))?.click();
  await press(tab, 'main button', 'Submit Feedback');
  await see(tab, 'main [aria-invalid=true]:focus');
  say('the field in error has the focus and a ring', await tab.run(findMissingRing));

  await tab.run(choose);
  const count = await tab.run(() => document.querySelectorAll('main textarea').length);
  for (let position = 1; position <= count; position += 1)
    await type(tab, `main :nth-child(${position} of li:has(textarea)) textarea`, '', longText);
  say('the text boxes of the survey show all their lines', await tab.run(findHiddenLines));
  await press(tab, 'main button', 'Submit Feedback');
  await see(tab, 'h1, h2', 'Thank You!');
  say('the survey is sent');
}

async function signIn({ tab, account, say }: Visit): Promise<void> {
  await open(tab, '/');
  await see(tab, 'header button');
  await (await tab.find('header button', 'Open menu'))?.click();
  await press(tab, 'button', 'Sign In');
  await type(tab, '[role=dialog] input[type=email]', '', account.email);
  await type(tab, '[role=dialog] input[type=password]', '', account.password);
  await press(tab, '[role=dialog] button[type=submit]');
  await until('the dialog is gone', async () => !(await tab.find('[role=dialog]', '')));
  say('signing in works');
}

async function editCoachText({ tab, say }: Visit): Promise<void> {
  await openCoach(tab);
  await pressFor(tab, '[role=dialog] button', 'Edit text', '[role=dialog] section textarea');
  say('the text of the coach shows all its lines', await tab.run(findHiddenLines));
}

async function openCoach(tab: Tab): Promise<void> {
  await open(tab, dashboard);
  await pressFor(tab, 'main button', 'Startup Ideation (Primary Research)', '[role=dialog] button');
  await see(tab, '[role=dialog] button', 'Edit text');
}

async function writePlan({ tab, say }: Visit): Promise<void> {
  await open(tab, dashboard);
  await pressFor(tab, 'main button', 'Validating & Prototyping', '[role=dialog] textarea');
  await type(tab, '[role=dialog] textarea', 'Your idea in one sentence', idea);
  await press(tab, '[role=dialog] button', 'Process for Validation');
  const isWritten = () => tab.find('[role=dialog] button', 'Edit question 2:');
  const missing = {
    'Who has the problem?': 'bakers',
    'What goes wrong?': 'throw away unsold bread',
  };
  let isAsked = false;
  await until('the plan is written, or a phrase is missing', async () => {
    if (await isWritten()) return true;
    for (const [label, text] of Object.entries(missing)) {
      const box = await tab.find('[role=dialog] input:placeholder-shown', label);
      await box?.type(text);
    }
    const question = isAsked ? null : await tab.find('[role=dialog] [name=question]', '');
    if (!question) return false;
    isAsked = true;
    await question.type('you throw away unsold bread');
    await press(tab, '[role=dialog] button', 'Make the plan');
    return false;
  });
  say('the plan is written');
  await tab.run(unfold, '[role=dialog]');
  say('the text boxes of the plan show all their lines', await tab.run(findHiddenLines));
  await pressFor(tab, '[role=dialog] button', 'Edit question 2:', '[role=dialog] textarea:focus');
  say('a text opened for editing has its caret at the end', await tab.run(findWrongCaret));
  await type(tab, 'textarea', 'Question 2', ` ${longText}`);
  say('a text that is edited shows all its lines', await tab.run(findHiddenLines));
}

async function readResults({ tab, survey, say }: Visit): Promise<void> {
  await open(tab, `${survey.path}/results`);
  await see(tab, 'h1, h2', 'Decision: Go');
  say('the verdict is shown');
  await tab.run(unfold, 'main');
  await see(tab, 'figure svg');
  say('the charts have bars and a height', await tab.run(findFlatCharts));
}

async function seeNoOverflow({ tab, survey, say }: Visit): Promise<void> {
  const width = await tab.run(() => innerWidth);
  const look = async (place: string) => {
    say(`nothing overflows at ${width}: ${place}`, await tab.run(findOverflow));
  };
  for (const path of [survey.path, dashboard, '/settings']) {
    await open(tab, path);
    await see(tab, 'main h1, main h2');
    await look(path === survey.path ? 'survey' : path);
  }
  await openCoach(tab);
  await look('the coach');
}

/** Opens a page and waits until nothing more comes: a click would miss what is pushed down. */
async function open(tab: Tab, path: string): Promise<void> {
  await tab.open(`${product.url}${path}`);
  let shown = '';
  let since = Date.now();
  await until(`${path} has come to rest`, async () => {
    const now = await tab.run(() => `${document.body.scrollHeight} ${document.body.innerText}`);
    if (now !== shown) since = Date.now();
    shown = now;
    return Date.now() - since >= restMs;
  });
}

/** An element that is replaced meanwhile is an error, and looked for again. */
async function until(what: string, isSo: () => Promise<unknown>): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  let cause: unknown;
  const isSoNow = () =>
    isSo().catch((error: unknown) => {
      cause = error;
    });
  while (!(await isSoNow())) {
    if (Date.now() > giveUpAt) throw new Error(`Not within ${waitMs / 1_000} s: ${what}`, { cause });
    await sleep(100);
  }
}

function see(tab: Tab, css: string, name = ''): Promise<void> {
  return until(`${css} "${name}"`, () => tab.find(css, name));
}

/** Clicks an element that has come to rest. */
function press(tab: Tab, css: string, name = ''): Promise<void> {
  let place = '';
  return until(`${css} "${name}"`, async () => {
    const element = await tab.find(css, name);
    const before = place;
    place = JSON.stringify(await element?.place()) ?? '';
    const isAtRest = place !== '' && place === before;
    if (isAtRest) await element?.click();
    return isAtRest;
  });
}

/** Clicks again while nothing opens: drivers miss what moves under the pointer. */
function pressFor(tab: Tab, css: string, name: string, opened: string): Promise<void> {
  let again = 0;
  return until(`${opened} after "${name}"`, async () => {
    if (await tab.find(opened, '')) return true;
    if (Date.now() < again) return false;
    await press(tab, css, name);
    again = Date.now() + againMs;
    return false;
  });
}

async function type(tab: Tab, css: string, name: string, text: string): Promise<void> {
  await see(tab, css, name);
  await (await tab.find(css, name))?.type(text);
}

// All that follows runs in the page.

function findMissingRing(): string[] {
  const field = document.activeElement;
  if (field?.getAttribute('aria-invalid') !== 'true')
    return [`the focus is on ${field?.outerHTML.slice(0, 99)}`];
  const { outlineStyle, boxShadow } = getComputedStyle(field);
  return outlineStyle === 'none' && boxShadow === 'none' ? ['there is no ring'] : [];
}

/** Chooses the first option of each question that has some. */
function choose(): void {
  for (const question of document.querySelectorAll('main ol > li')) {
    const select = question.querySelector('select');
    if (select) {
      select.selectedIndex = 1;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    } else question.querySelector<HTMLElement>('input')?.click();
  }
}

function unfold(within: string): void {
  for (const fold of document.querySelectorAll<HTMLElement>(`${within} details:not([open]) > summary`))
    fold.click();
}

function findHiddenLines(): string[] {
  return [...document.querySelectorAll('textarea')]
    .filter(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight + 1)
    .map(
      ({ value, clientHeight, scrollHeight }) =>
        `${clientHeight} of ${scrollHeight}: ${JSON.stringify(value.slice(0, 40))}`,
    );
}

function findWrongCaret(): string[] {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) return ['it has no focus'];
  const { selectionStart, value } = field;
  return selectionStart === value.length ? [] : [`${selectionStart} of ${value.length}`];
}

function findFlatCharts(): string[] {
  return [...document.querySelectorAll('figure svg')]
    .filter((chart) => {
      const bars = [...chart.querySelectorAll('rect')].map((bar) => bar.getBoundingClientRect());
      const isSeen = bars.some(({ width, height }) => width > 2 && height > 10);
      return chart.clientHeight === 0 || !isSeen;
    })
    .map((chart) => `${chart.clientHeight} high: ${chart.textContent?.slice(0, 40)}`);
}

function findOverflow(): string[] {
  return [document.scrollingElement, ...document.querySelectorAll('[role=dialog], [role=dialog] *')]
    .filter((box) => box !== null)
    .filter((box) => box === document.scrollingElement || getComputedStyle(box).overflowX === 'auto')
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} in ${clientWidth}`);
}
