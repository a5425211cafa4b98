// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Reach } from '#shared/contracts/outreach/reach.ts';
import { briefing, openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import './FirstThousand.tsx';
import { ReachCard } from './ReachCard.tsx';

const app = openOutreachApp();
const { world } = app;
const read = 'GET /api/reach';

beforeEach(async () => {
  await app.campaign();
});

const showReach = (answers?: Answers) => app.show(<ReachCard userId={world.founder.id} hasPlan />, answers);

/** Replies of one campaign in two communities, with the people who came from them. */
async function addReplies() {
  const posted = { status: 'POSTED', repliedAt: new Date() } as const;
  const lemmy = { visits: 200, signUps: 30, surveyAnswers: 15, qualifiedAnswers: 8 };
  await app.conversation({ ...posted, ...lemmy });
  await app.conversation({
    ...briefing,
    ...posted,
    visits: 40,
    signUps: 1,
    surveyAnswers: 3,
    qualifiedAnswers: 1,
  });
}

it('shows each count against the target, and the communities in the server’s order', async () => {
  await addReplies();
  await showReach();
  const thousand = (1_000).toLocaleString();
  const counts = async (label: string) =>
    (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
  expect(await counts('Visits')).toBe(`240 of ${thousand}`);
  expect(await counts('Survey answers')).toBe(`18 of ${thousand}`);
  expect(await counts('Qualified answers')).toBe(`9 of ${thousand}`);
  const table = within(await screen.findByRole('table'));
  const [, first, numbers, second] = table.getAllByRole('row').map((row) => row.textContent);
  expect(first).toBe('Lemmy (lemmy.world), parenting');
  expect(numbers).toBe('120030158');
  expect(second).toContain('Hacker News');
  expect(screen.getByText('Where to go next: Lemmy (lemmy.world), parenting.')).toBeDefined();
});

it.each([
  ['no one has come', {}],
  ['the server knows of nothing', { [read]: refusal(404, 'not_found', 'There is nothing here.') }],
])('says what will be counted, and how, while %s', async (_, answers) => {
  await showReach(answers);
  expect(await screen.findByText('Nobody has come yet')).toBeDefined();
  expect(screen.getByText(/without cookies/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

it('gives the image that reports a sign-up, and warns where only this computer can open it', async () => {
  const user = userEvent.setup();
  const { container } = await showReach();
  await user.click(await screen.findByText('Count sign-ups on your own site'));
  await user.click(screen.getByRole('button', { name: 'Copy image' }));
  const image = /^<img src="http:\/\/localhost:3000\/[^"]+\.gif" alt="" width="1" height="1">$/;
  expect(await navigator.clipboard.readText()).toMatch(image);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText(/^Only this computer can open this image/)).toBeDefined();
});

it('quotes the address of the image for a page', async () => {
  const { body } = await world.call('GET', '/api/reach');
  const { signUpImages } = body as unknown as Reach;
  const url = 'https://spark.example.org/s/campaign-1.gif?a=1&b=2';
  await showReach({ [read]: { ...body, signUpImages: signUpImages.map((image) => ({ ...image, url })) } });
  await userEvent.click(await screen.findByText('Count sign-ups on your own site'));
  expect(screen.getByText(/a=1&amp;b=2/)).toBeDefined();
  expect(screen.queryByText(/^Only this computer can open this image/)).toBeNull();
});

it('counts for one campaign where there are several', async () => {
  await addReplies();
  await app.campaign({ id: 'campaign-2', name: 'B' });
  await showReach();
  await screen.findByRole('table');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Counted for' }), 'B');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

it('says when it could not be loaded, and tries again', async () => {
  await addReplies();
  let isAway = true;
  await showReach({ [read]: () => (isAway ? refusal(500, 'internal', 'Away.') : undefined) });
  expect(await screen.findByText('These numbers could not be loaded.')).toBeDefined();
  isAway = false;
  await press('Try again');
  expect(await screen.findByRole('table')).toBeDefined();
});
