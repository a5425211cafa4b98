// @vitest-environment page
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import {
  type Answers,
  aroundEachTest,
  exampleCampaign,
  listCampaignsCall,
  pendingAnswer,
  press,
  rowOf,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import './ActiveCampaigns.tsx';
import { CampaignsCard } from './CampaignsCard.tsx';

aroundEachTest();

const pause = 'PATCH /api/campaign/campaign-1/pause';
const resume = 'PATCH /api/campaign/campaign-1/resume';
const settings = 'PUT /api/campaign/campaign-1/settings';
const paused: Campaign = {
  ...exampleCampaign,
  active: false,
  pausedBecause: 'owner',
  nextListenAt: null,
};

function showCampaigns(campaigns: Answers[string], answers: Answers = {}, isReadOnly = false) {
  const onFind = vi.fn();
  const card = <CampaignsCard userId={founder.id} isReadOnly={isReadOnly} onFind={onFind} />;
  return { ...show(card, { [listCampaignsCall]: campaigns, ...answers }), onFind };
}

const row = () => rowOf('Two Homes');
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...exampleCampaign, id: `c-${n}`, sources: [] }));

describe('a campaign', () => {
  it('shows its product, its start, its keywords, its counts and its sources', async () => {
    showCampaigns([exampleCampaign]);
    const campaign = await row();
    expect(campaign.getByText(/^Started/).querySelector('time')?.dateTime).toBe(exampleCampaign.createdAt);
    expect(campaign.getByText('two homes, shared calendar', { exact: false })).toBeDefined();
    expect(campaign.getByText('2 to review · 1 posted · 5 in all')).toBeDefined();
    expect(campaign.getByText(/^Listened/).querySelector('time')).not.toBeNull();
    expect(campaign.getByText(/^Listens next/).querySelector('time')).not.toBeNull();
    await userEvent.click(campaign.getByText('Sources (1 of 2 failed)'));
    expect(campaign.getByText('12 posts.', { exact: false })).toBeDefined();
    expect(campaign.getByText('It did not answer in time.', { exact: false })).toBeDefined();
    expect(campaign.getByText('Failed')).toBeDefined();
  });

  it.each([
    ['owner', /Paused by you/],
    ['removals', /two of your last ten replies were removed/],
    ['plan', /need the Developer plan/],
  ] as const)('says why it is paused: %s', async (pausedBecause, words) => {
    showCampaigns([{ ...paused, pausedBecause }]);
    expect((await row()).getByText(words)).toBeDefined();
    expect(screen.queryByText(/^Listens next/)).toBeNull();
  });

  it('shows hostile texts as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const product = { ...exampleCampaign.product, name: hostile };
    const { container } = showCampaigns([{ ...exampleCampaign, product, keywords: [hostile] }]);
    expect(await screen.findByRole('article', { name: hostile })).toBeDefined();
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('pausing and resuming', () => {
  it('shows at once and is undone by the other button', async () => {
    const { answer, give } = pendingAnswer();
    const { callsOf } = showCampaigns([exampleCampaign], { [pause]: answer, [resume]: exampleCampaign });
    await press('Pause');
    expect((await row()).getByText('Paused')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resume' }));
    give(Response.json(paused));
    expect(await screen.findByText('Campaign Paused')).toBeDefined();
    await press('Resume');
    expect(await screen.findByText('Campaign Resumed')).toBeDefined();
    expect((await row()).getByText('Listens')).toBeDefined();
    expect(callsOf(pause)[0]?.body).toBeUndefined();
  });

  it.each([
    ['Pause', exampleCampaign, pause, 500, 'Failed to pause campaign', 'Listens'],
    ['Resume', paused, resume, 500, 'Failed to resume campaign', 'Paused'],
    ['Resume', paused, resume, 403, 'Campaigns need the Developer plan.', 'Paused'],
  ] as const)('rolls %s back when it fails', async (button, campaign, call, status, text, state) => {
    const code = status === 500 ? 'internal' : 'campaign_read_only';
    showCampaigns([campaign], { [call]: refusal(status, code, 'Campaigns need the Developer plan.') });
    await press(button);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    await waitFor(async () => expect((await row()).getByText(state)).toBeDefined());
    expect(screen.getByRole('button', { name: button })).toBeDefined();
  });

  it('is not undone by a list that was requested before', async () => {
    const { answer, give } = pendingAnswer();
    let isLate = false;
    const { client } = showCampaigns(() => (isLate ? answer() : Response.json([exampleCampaign])), {
      [pause]: paused,
    });
    await row();
    isLate = true;
    void client.refetchQueries();
    await press('Pause');
    await screen.findByText('Campaign Paused');
    give(Response.json([exampleCampaign]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await row()).getByText('Paused')).toBeDefined();
  });

  it('is not offered after a downgrade', async () => {
    showCampaigns([{ ...paused, pausedBecause: 'plan' }], {}, true);
    expect((await row()).queryAllByRole('button')).toEqual([]);
  });
});

describe('editing what a campaign looks for', () => {
  const keywords = () => screen.getByLabelText<HTMLTextAreaElement>('Keywords');
  const forums = () => screen.getByLabelText<HTMLTextAreaElement>(/Discourse forums/);

  it('saves keywords and forums, each once', async () => {
    const changed = { ...exampleCampaign, keywords: ['custody plan'], forums: ['forum.example.org'] };
    const { callsOf } = showCampaigns([exampleCampaign], { [settings]: changed });
    await press('Edit keywords');
    expect(keywords().value).toBe('two homes, shared calendar');
    expect(document.activeElement).toBe(keywords());
    await userEvent.clear(keywords());
    await userEvent.type(keywords(), 'custody plan, Custody Plan,, ');
    await userEvent.type(forums(), 'https://forum.example.org/latest');
    await press('Save');
    expect(await screen.findByText('Campaign saved')).toBeDefined();
    expect(callsOf(settings)[0]?.body).toEqual({
      keywords: ['custody plan'],
      forums: ['forum.example.org'],
    });
    expect((await row()).getByText('custody plan', { exact: false })).toBeDefined();
    expect(screen.queryByLabelText('Keywords')).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each([
    ['no keyword', keywords, ' , ', 'At least one keyword is needed.'],
    ['many keywords', keywords, 'abcdefghijklmnopqrstu'.split('').join(), /21 keywords; 20 is the most/],
    ['a long keyword', keywords, 'x'.repeat(61), /longer than 60 characters/],
    [
      'a forum without a public address',
      forums,
      'localhost',
      /localhost is not the public address of a forum/,
    ],
    ['many forums', forums, 'a.io b.io c.io d.io e.io f.io', /6 forums; 5 is the most/],
  ])('rejects %s in the field', async (_, field, text, error) => {
    const { callsOf } = showCampaigns([exampleCampaign]);
    await press('Edit keywords');
    await userEvent.clear(field());
    await userEvent.type(field(), text);
    await press('Save');
    expect(within(screen.getByRole('alert')).getByText(error)).toBeDefined();
    expect(document.activeElement).toBe(field());
    expect(callsOf(settings)).toHaveLength(0);
  });

  it('shows a forum that the server refuses in its field, and keeps what was typed', async () => {
    const reason = 'forum.example.org is not the public address of a forum.';
    showCampaigns([exampleCampaign], { [settings]: refusal(400, 'forum_not_allowed', reason) });
    await press('Edit keywords');
    await userEvent.type(forums(), 'forum.example.org');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('forum.example.org is not');
    expect(forums().value).toBe('forum.example.org');
    expect(forums().getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(forums()));
  });

  it('keeps what is typed until it is saved, when the form or the page is closed', async () => {
    const { unmount } = showCampaigns([exampleCampaign]);
    await press('Edit keywords');
    await userEvent.type(keywords(), ', custody');
    expect(screen.queryByText(/Your changes from before/)).toBeNull();
    act(() => screen.getByRole('button', { name: 'Close' }).click());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit keywords' }));
    unmount();
    showCampaigns([exampleCampaign]);
    await press('Edit keywords');
    expect(keywords().value).toBe('two homes, shared calendar, custody');
    expect(screen.getByText(/Your changes from before, kept in this browser/)).toBeDefined();
    const [stored = ''] = Object.values<string>({ ...localStorage });
    expect(JSON.parse(stored).document.keptAs).toBe('Keywords of a campaign');
    await press('Undo changes');
    expect(keywords().value).toBe('two homes, shared calendar');
    expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
    expect(screen.queryByText(/Your changes from before/)).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('sends only what was changed here, and shows what was changed elsewhere meanwhile', async () => {
    let listed = exampleCampaign;
    const { callsOf, client } = showCampaigns(() => [listed], { [settings]: exampleCampaign });
    await press('Edit keywords');
    await userEvent.type(forums(), 'forum.example.org');
    listed = { ...exampleCampaign, keywords: ['custody plan'] };
    await client.refetchQueries();
    await waitFor(() => expect(keywords().value).toBe('custody plan'));
    await press('Save');
    await screen.findByText('Campaign saved');
    expect(callsOf(settings)[0]?.body).toEqual({ forums: ['forum.example.org'] });
  });

  it('says when it could not be saved', async () => {
    showCampaigns([exampleCampaign], { [settings]: refusal(500, 'internal', 'Away.') });
    await press('Edit keywords');
    await press('Save');
    expect(await screen.findByText('The campaign could not be saved. Please try again.')).toBeDefined();
    expect(screen.getByText('Not saved.')).toBeDefined();
    expect(keywords().value).toBe('two homes, shared calendar');
  });
});

describe('the list of campaigns', () => {
  it('leads to the launch, also when the server answers 404', async () => {
    const { onFind } = showCampaigns(refusal(404, 'not_found', 'There is nothing here.'));
    await press('Launch a campaign');
    expect(onFind).toHaveBeenCalledOnce();
  });

  it('says when it could not be loaded, and tries again', async () => {
    let isAway = true;
    showCampaigns(() => (isAway ? refusal(500, 'internal', 'Away.') : [exampleCampaign]));
    expect(await screen.findByText('Your campaigns could not be loaded.')).toBeDefined();
    isAway = false;
    await press('Try again');
    expect(await row()).toBeDefined();
    expect(screen.getByRole('button', { name: 'New campaign' })).toBeDefined();
  });

  it('loads page by page, and keeps what is there when more can’t be loaded', async () => {
    let more: object = refusal(500, 'internal', 'Away.');
    const { callsOf } = showCampaigns(({ query }) => (query.has('before') ? more : many(100)));
    await press('Show more campaigns');
    expect(await screen.findByText('More campaigns could not be loaded.')).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(100);
    more = many(100).map((campaign) => ({ ...campaign, id: `${campaign.id}-next` }));
    await press('Try again');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(200));
    more = [exampleCampaign];
    await press('Show more campaigns');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(201));
    const [before] = callsOf(listCampaignsCall).flatMap(({ query }) => query.get('before') ?? []);
    expect(before).toBe(`${exampleCampaign.createdAt}~c-99`);
    expect(screen.queryByRole('button', { name: 'Show more campaigns' })).toBeNull();
    expect(document.activeElement?.contains(screen.getAllByRole('article')[0] ?? null)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});
