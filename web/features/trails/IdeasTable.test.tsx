// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestUser } from '#server/testing/test-server.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { showOnApp } from '#web/testing/show.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { agoLabel } from '#web/ui/Time.tsx';
import { lastActivity } from './IdeasTable.tsx';
import { bareTrail, campaign, judged, prompt, request, session, survey } from './trail.fixture.ts';

let app: TestApp;
let founder: TestUser;
const slow = { timeout: 8_000 };

beforeAll(async () => {
  app = await startTestApp();
  founder = await app.signUp('pro');
});
afterAll(() => app.close());

/** An idea with this survey, of which something was answered on that day of November. */
function listed(name: string, day: number, surveys: Trail['surveys'] = []): Trail {
  const at = `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`;
  const own = surveys.map((one) => ({
    ...one,
    surveyId: `survey-${name.toLowerCase()}-k3x9d2a`,
    created_at: at,
    answeredAt: one.submissions > 0 ? at : null,
  }));
  return { ...bareTrail, id: name, name, created_at: '2026-10-01T09:00:00.000Z', surveys: own };
}

const ideas = [
  listed('Lights', 4, [survey]),
  listed('Invoices', 5, [judged('No-Go', 112)]),
  listed('Bread', 8, [{ ...judged('Go', 40), newAnswers: 3 }]),
  listed('Shifts', 7, [{ ...survey, submissions: 7, missingAnswers: 5 }]),
  listed('Hives', 6, [judged("Can't tell yet", 19)]),
];

const show = (trails: Trail[] = ideas, answers: Answers = {}) =>
  showOnApp(app, <Suite />, founder, {
    at: '/dashboard',
    answers: { 'GET /api/trails': trails, ...answers },
  });
const table = async () => within(await screen.findByRole('region', { name: 'Your ideas' }, slow));
const rows = async () => (await table()).getAllByRole('row').slice(1);
const row = async (name: string) => {
  const found = (await rows()).find(({ textContent }) => textContent?.startsWith(name));
  if (!found) throw new Error(`${name} is not listed`);
  return within(found);
};
const names = async () => (await rows()).map((one) => within(one).getAllByRole('paragraph')[0]?.textContent);

describe('several ideas', () => {
  it('are listed, the one active last first, each with its answers, verdict and next step', async () => {
    await show();
    expect((await table()).getByRole('heading', { level: 2 }).textContent).toBe('5 ideas');
    expect(await names()).toEqual(['Bread', 'Shifts', 'Hives', 'Invoices', 'Lights']);
    const said = [
      ['Bread', '40', 'Go', 'Write the build prompt'],
      ['Shifts', '7 of 12', 'After 5 more', 'See the results'],
      ['Hives', '19', "Can't tell yet", 'Share survey'],
      ['Invoices', '112', 'No-Go', 'Change the idea'],
      ['Lights', 'No answers yet', 'No answers yet', 'Share survey'],
    ] as const;
    for (const [name, answers, verdict, button] of said) {
      const [, answered, decided, , step] = (await row(name)).getAllByRole('cell');
      expect([answered?.textContent?.startsWith(answers), decided?.textContent]).toEqual([true, verdict]);
      expect(step?.textContent).toBe(button);
    }
  });

  it('have one that is worked on, whose step has no second button', async () => {
    await show();
    const bread = await row('Bread');
    expect((await rows())[0]?.getAttribute('aria-current')).toBe('true');
    expect(bread.queryByRole('button')).toBeNull();
    await userEvent.click((await row('Hives')).getByRole('button', { name: 'Hives' }));
    const current = screen.getByRole('region', { name: 'Your idea' });
    expect(within(current).getByRole('heading', { level: 2 }).textContent).toBe('Hives');
    expect(document.activeElement).toBe(current);
    expect((await row('Bread')).getByRole('button', { name: 'Write the build prompt: Bread' })).toBeDefined();
  });

  it('lead to new answers and to the last activity, and say nothing of news without any', async () => {
    await show();
    const results = (name: string) => `/survey/survey-${name}-k3x9d2a/results`;
    const news = (await table()).getAllByRole('link', { name: /\d new answer/ });
    expect(news.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 new answers', results('bread')],
    ]);
    const answer = (await row('Hives')).getByRole('link', { name: 'New answer' });
    expect(answer.getAttribute('href')).toBe(results('hives'));
    const plan = (await row('Lights')).getByRole('link', { name: 'Made the plan' });
    expect(plan.getAttribute('href')).toBe('/startup-spark-suite/ideas/Lights');
  });

  it('open the next step of their own row', async () => {
    await show();
    await userEvent.click((await row('Hives')).getByRole('button', { name: 'Share survey: Hives' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share survey' }, slow);
    expect(within(dialog).getByLabelText('Survey link').textContent).toMatch(/survey-hives/);
  });

  it('are the first ten and the one that is worked on, until all are asked for', async () => {
    const many = Array.from({ length: 14 }, (_, place) =>
      listed(`Idea${String.fromCharCode(97 + place)}`, 20 - place),
    );
    await show(many);
    expect(await rows()).toHaveLength(10);
    await userEvent.click((await table()).getByRole('button', { name: 'Show all 14 ideas' }));
    expect(await rows()).toHaveLength(14);
    expect(document.activeElement?.textContent).toBe('14 ideas');
  });

  it('beyond the first hundred come page by page, and say when they could not', async () => {
    const all = Array.from({ length: 130 }, (_, place) => ({
      ...listed(`Idea ${place}`, 5),
      created_at: new Date(Date.UTC(2026, 9, 1, 0, 200 - place)).toISOString(),
    }));
    let isAway = true;
    const answer: Answers[string] = ({ query }) => {
      const before = query.get('before');
      if (!before) return Response.json(all.slice(0, 100));
      return isAway ? refusal(500, 'internal', 'Away.') : Response.json(all.slice(100));
    };
    await show([], { 'GET /api/trails': answer });
    await userEvent.click((await table()).getByRole('button', { name: 'Show all 100+ ideas' }));
    await userEvent.click((await table()).getByRole('button', { name: 'Show more ideas' }));
    expect(await screen.findByText('More ideas could not be loaded.')).toBeDefined();
    isAway = false;
    await userEvent.click((await table()).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await rows()).toHaveLength(130));
    expect((await table()).getByRole('heading', { level: 2 }).textContent).toBe('130 ideas');
  });

  it('are no table where there is one', async () => {
    await show(ideas.slice(0, 1));
    expect(await screen.findByRole('region', { name: 'Your idea' }, slow)).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Your ideas' })).toBeNull();
  });
});

it.each([
  ['Began the idea', {}],
  ['Coached session', { ideations: [session] }],
  ['Made the plan', { surveys: [{ ...survey, created_at: bareTrail.created_at }] }],
  ['New answer', { surveys: [{ ...survey, answeredAt: survey.created_at }] }],
  ['Build prompt', { ideations: [session], buildPrompts: [prompt] }],
  ['Support request', { buildPrompts: [prompt], supportRequests: [request] }],
  ['Conversations', { supportRequests: [request], campaigns: [campaign] }],
] as const)('calls the newest thing of an idea "%s"', (label, parts) => {
  expect(lastActivity({ ...bareTrail, ...(parts as Partial<Trail>) }).label).toBe(label);
});

it('tells how long ago something was', () => {
  vi.stubEnv('TZ', 'UTC');
  const now = Date.parse('2026-11-27T10:00:00.000Z');
  const ago = (at: string) => agoLabel(`${at}:00.000Z`, now);
  expect(
    ['2026-11-27T10:00', '2026-11-27T09:48', '2026-11-27T02:00', '2026-11-26T23:30', '2026-11-24T12:00'].map(
      ago,
    ),
  ).toEqual(['Just now', '12 min ago', '8 h ago', 'Yesterday', '3 days ago']);
  expect(ago('2026-11-18T09:00')).toMatch(/18/);
  expect(ago('2025-11-18T09:00')).toMatch(/2025/);
  // A clock that is behind has nothing from the future.
  expect(ago('2026-11-28T09:00')).toBe('Just now');
});
