// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Reach } from '#shared/contracts/reach.ts';
import {
  type Answers,
  aroundEachTest,
  exampleCampaign,
  exampleReach,
  listCampaignsCall,
  press,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import './FirstThousand.tsx';
import { ReachCard } from './ReachCard.tsx';

aroundEachTest();

const read = 'GET /api/reach';
const nothing: Reach = {
  ...exampleReach,
  visits: 0,
  signUps: 0,
  surveyAnswers: 0,
  qualifiedAnswers: 0,
  communities: [],
  suggestion: null,
};

const showReach = (reach: Answers[string], answers: Answers = {}) =>
  show(<ReachCard userId={founder.id} hasPlan />, { [read]: reach, ...answers });

it('shows each count against the target, and the communities in the server’s order', async () => {
  showReach(exampleReach);
  const thousand = (1_000).toLocaleString();
  const counts = async (label: string) =>
    (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
  expect(await counts('Visits')).toBe(`240 of ${thousand}`);
  expect(await counts('Survey answers')).toBe(`18 of ${thousand}`);
  expect(await counts('Qualified answers')).toBe(`9 of ${thousand}`);
  const table = within(await screen.findByRole('table'));
  const [, first, numbers, second] = table.getAllByRole('row').map((row) => row.textContent);
  expect(first).toBe('Lemmy (lemmy.example.org), parenting');
  expect(numbers).toBe('420030158');
  expect(second).toContain('Hacker News');
  expect(screen.getByText('Where to go next: Lemmy (lemmy.example.org), parenting.')).toBeDefined();
});

it.each([
  ['no one has come', nothing],
  ['the server knows of nothing', refusal(404, 'not_found', 'There is nothing here.')],
])('says what will be counted, and how, while %s', async (_, reach) => {
  showReach(reach);
  expect(await screen.findByText('Nobody has come yet')).toBeDefined();
  expect(screen.getByText(/without cookies/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

it('gives the image that reports a sign-up, quoted for a page', async () => {
  const user = userEvent.setup();
  const { container } = showReach(nothing);
  await user.click(await screen.findByText('Count sign-ups on your own site'));
  await user.click(screen.getByRole('button', { name: 'Copy image' }));
  expect(await navigator.clipboard.readText()).toBe(
    '<img src="https://spark.example.org/s/campaign-1.gif?a=1&amp;b=2" alt="" width="1" height="1">',
  );
  expect(container.querySelector('img')).toBeNull();
  expect(screen.queryByText(/^Only this computer can open this image/)).toBeNull();
});

it('warns of an image that only this computer can open', async () => {
  const url = 'http://localhost:3417/go/signed-up/1.gif';
  showReach({ ...nothing, signUpImages: [{ campaignId: 'campaign-1', productName: 'Two Homes', url }] });
  await userEvent.click(await screen.findByText('Count sign-ups on your own site'));
  expect(screen.getByText(/^Only this computer can open this image/)).toBeDefined();
});

it('counts for one campaign where there are several', async () => {
  const product = { ...exampleCampaign.product, name: 'B' };
  const { callsOf } = showReach(exampleReach, {
    [listCampaignsCall]: [exampleCampaign, { ...exampleCampaign, id: 'campaign-2', product }],
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Counted for' }), 'B');
  await waitFor(() => expect(callsOf(read).at(-1)?.query.get('campaign')).toBe('campaign-2'));
});

it('says when it could not be loaded, and tries again', async () => {
  let isAway = true;
  showReach(() => (isAway ? refusal(500, 'internal', 'Away.') : exampleReach));
  expect(await screen.findByText('These numbers could not be loaded.')).toBeDefined();
  isAway = false;
  await press('Try again');
  expect(await screen.findByRole('table')).toBeDefined();
});
