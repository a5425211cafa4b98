// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { exampleCampaign } from '#web/features/outreach/example-outreach.data.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { foundTwo, opportunity } from './example-found.data.ts';
import type { FindStart } from './product-draft.ts';
import {
  type Answers,
  aroundEachTest,
  begin,
  find,
  name,
  press,
  search,
  show,
  toasted,
} from './show-find.tsx';

aroundEachTest();

const started = (change: Partial<Campaign> = {}) =>
  Response.json({ campaign: { ...exampleCampaign, ...change }, saved: 2 }, { status: 201 });

async function review(answer: Answers[string], start?: FindStart) {
  const dialog = show({ answers: { [search]: foundTwo, [begin]: answer }, ...(start ? { start } : {}) });
  await find();
  return dialog;
}

const keysOf = (calls: { headers: Headers }[]) => calls.map(({ headers }) => headers.get('idempotency-key'));

describe('starting a campaign', () => {
  it('sends what was searched for and what is chosen, and says what is true', async () => {
    const { callsOf, onStarted } = await review(() => started({ autoPost: false }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include: Shared calendars' }));
    await press('Start Campaign');
    await toasted(
      'Campaign Started Successfully',
      'Your new campaign is active. Nothing is posted before you approve it.',
    );
    expect(callsOf(begin)[0]?.body).toEqual({
      userId: 'u1',
      product: { name: 'Two Homes', url: 'https://example.com', description: 'A calendar for two homes' },
      opportunities: [{ id: opportunity.id, link: opportunity.link }],
    });
    expect(onStarted).toHaveBeenCalledTimes(1);
  });

  it('promises posting only where it is switched on', async () => {
    await review(() => started({ autoPost: true }));
    await press('Start Campaign');
    await toasted(
      'Campaign Started Successfully',
      'Your new campaign is active. We will start posting on your behalf.',
    );
  });

  it('names the idea that it is for, and forgets what was typed once a campaign has it', async () => {
    const start = { trailId: 't1', idea: 'A calendar', appName: '' };
    const { callsOf, onStarted } = await review(() => started(), start);
    await press('Start Campaign');
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(callsOf(begin)[0]?.body).toMatchObject({ trailId: 't1' });
    expect(screen.getByRole('dialog', { name: 'Find Engagement Opportunities' })).toBeDefined();
    expect(name().value).toBe('');
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
  });

  it('is sent once, however often the button is pressed', async () => {
    let answer = (_reply: Response) => {};
    const { callsOf, onStarted } = await review(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const button = screen.getByRole('button', { name: 'Start Campaign' });
    fireEvent.click(button);
    fireEvent.click(button);
    await toasted('Starting Campaign...', 'Creating campaign and saving 2 opportunities for review.');
    fireEvent.click(screen.getByRole('button', { name: 'Posting...' }));
    answer(started());
    await waitFor(() => expect(onStarted).toHaveBeenCalledTimes(1));
    expect(keysOf(callsOf(begin))).toHaveLength(1);
    expect(keysOf(callsOf(begin))[0]).toMatch(/^[a-z0-9]{16,}$/);
  });

  it('is sent again under the same key after a lost answer, and under another once the choice is another', async () => {
    let answer = refusal(502, 'internal', 'Away.');
    const { callsOf } = await review(() => answer);
    await press('Start Campaign');
    await toasted('Error Starting Campaign', 'Away.');
    await press('Start Campaign');
    await waitFor(() => expect(callsOf(begin)).toHaveLength(2));
    await screen.findByRole('button', { name: 'Start Campaign' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include: Shared calendars' }));
    answer = started();
    await press('Start Campaign');
    await waitFor(() => expect(callsOf(begin)).toHaveLength(3));
    const [one, two, three] = keysOf(callsOf(begin));
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('needs at least one opportunity', async () => {
    const { callsOf } = await review(() => started());
    await press('Choose none');
    await press('Start Campaign');
    await toasted('No opportunities to post.', 'Please find opportunities before starting a campaign.');
    expect(callsOf(begin)).toEqual([]);
    expect(screen.getByText(/At least one must be ticked/)).toBeDefined();
    await press('Choose all');
    expect(screen.getByText('2 of 2 chosen.')).toBeDefined();
  });

  it('needs somebody who is signed in', async () => {
    const { callsOf } = await review(() => started());
    setTokenSource(async () => null);
    await press('Start Campaign');
    await toasted('Authentication Error', 'You must be logged in to start a campaign.');
    expect(callsOf(begin)).toEqual([]);
  });
});

describe('a campaign that was not started', () => {
  it.each([
    [refusal(409, 'opportunities_outdated', 'Please search again.'), 'Please search again.'],
    [Response.json({}, { status: 500 }), 'Failed to start campaign.'],
    [
      new Response('<h1>no</h1>', { status: 504, statusText: 'Gateway Timeout' }),
      'Server error: 504 Gateway Timeout',
    ],
  ])('says why, and keeps everything', async (reply, text) => {
    const { onStarted } = await review(reply);
    await press('Start Campaign');
    await toasted('Error Starting Campaign', text);
    expect(screen.getByText('What you typed and what you chose are kept.')).toBeDefined();
    expect(screen.getByText('2 of 2 chosen.')).toBeDefined();
    expect(onStarted).not.toHaveBeenCalled();
  });

  it('does not say twice that nothing is lost', async () => {
    const text = '10 campaigns of yours are active. Nothing you typed is lost.';
    await review(refusal(409, 'campaign_limit', text));
    await press('Start Campaign');
    expect(await screen.findByText('What you chose is kept too.')).toBeDefined();
  });

  it('leads to the plans when the plan has ended', async () => {
    const { onSeePlans } = await review(refusal(403, 'upgrade_to_developer', 'Please upgrade.'));
    await press('Start Campaign');
    await toasted('Error Starting Campaign', 'Please upgrade.');
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalled();
  });
});
