// @vitest-environment page
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { worldStart } from '#server/testing/fake-sources.ts';
import { briefing, draft, openOutreachApp, press, rowOf } from '#web/testing/outreach-app.tsx';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import '#web/features/outreach/history/EngagementHistory.tsx';
import { HistoryCard } from '#web/features/outreach/history/HistoryCard.tsx';
import './ActiveCampaigns.tsx';
import { CampaignsCard } from './CampaignsCard.tsx';

const app = openOutreachApp();
const { world } = app;

const list = 'GET /api/products/campaign';
const pause = 'PATCH /api/campaign/campaign-1/pause';
const resume = 'PATCH /api/campaign/campaign-1/resume';
const settings = 'PUT /api/campaign/campaign-1/settings';
const away = refusal(500, 'internal', 'Away.');

/** Shows the founder's only campaign. */
async function showCampaign(changes: Parameters<typeof app.campaign>[0] = {}, answers: Answers = {}) {
  await app.campaign(changes);
  return showCampaigns(answers);
}

async function showCampaigns(answers: Answers = {}, isReadOnly = false) {
  const onFind = vi.fn();
  const card = <CampaignsCard userId={world.founder.id} isReadOnly={isReadOnly} onFind={onFind} />;
  return { ...(await app.show(card, answers)), onFind };
}

const row = () => rowOf('Two Homes');

describe('a campaign', () => {
  it('shows its product, its start, its keywords, its counts and its sources', async () => {
    const askedAt = worldStart.toISOString();
    const failed = { outcome: 'failed', found: 0, message: 'It did not answer in time.' } as const;
    await app.campaign({
      lastListenedAt: new Date(),
      sources: [
        {
          source: 'hacker-news',
          host: 'hn.algolia.com',
          outcome: 'answered',
          found: 12,
          message: '',
          askedAt,
        },
        { source: 'lemmy', host: 'lemmy.example.org', ...failed, askedAt },
      ],
    });
    await app.conversation(briefing);
    await app.conversation();
    await app.conversation({ id: 'posted', externalId: '3', status: 'POSTED' });
    const [{ createdAt } = { createdAt: '' }] = await world.listCampaigns();
    await showCampaigns();
    const campaign = await row();
    expect(campaign.getByText(/^Started/).querySelector('time')?.dateTime).toBe(createdAt);
    expect(campaign.getByText('two homes, shared calendar', { exact: false })).toBeDefined();
    expect(campaign.getByText('2 to review · 1 posted · 3 in all')).toBeDefined();
    expect(campaign.getByText(/^Listened/).querySelector('time')).not.toBeNull();
    expect(campaign.getByText(/^Listens next/).querySelector('time')).not.toBeNull();
    await userEvent.click(campaign.getByText('Sources (1 of 2 failed)'));
    expect(campaign.getByText('12 posts.', { exact: false })).toBeDefined();
    expect(campaign.getByText('It did not answer in time.', { exact: false })).toBeDefined();
    expect(campaign.getByText('Failed')).toBeDefined();
    expect(campaign.getAllByText(/^Asked .*, every hour\.$/)).toHaveLength(2);
  });

  it.each([
    ['owner', /Paused by you/],
    ['removals', /two of your last ten replies were removed/],
    ['plan', /need the Developer plan/],
  ] as const)('says why it is paused: %s', async (pausedBecause, words) => {
    await showCampaign({ pausedBecause });
    expect((await row()).getByText(words)).toBeDefined();
    expect(screen.queryByText(/^Listens next/)).toBeNull();
  });

  it('shows hostile texts as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { container } = await showCampaign({ name: hostile, keywords: [hostile] });
    expect(await screen.findByRole('article', { name: hostile })).toBeDefined();
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('a feed', () => {
  it('has an address to copy, and another one once it is renewed', async () => {
    let isAway = true;
    await showCampaign({}, { 'POST /api/campaign/campaign-1/feed': () => (isAway ? away : undefined) });
    const address = async () => (await world.listCampaigns())[0]?.feedUrl ?? '';
    const before = await address();
    await userEvent.click((await row()).getByText('Feed'));
    expect(await (await row()).findByText(before)).toBeDefined();
    await press('Copy address');
    expect(await navigator.clipboard.readText()).toBe(before);
    await press('Renew address');
    expect(await screen.findByText(/The old one still works/)).toBeDefined();
    isAway = false;
    await press('Renew address');
    expect(await screen.findByText('The old address has ended.')).toBeDefined();
    expect((await row()).getByText(await address())).toBeDefined();
    expect(await address()).not.toBe(before);
  });
});

describe('pausing and resuming', () => {
  it('shows at once and is undone by the other button', async () => {
    const { answer, arrive } = lateResponse();
    await showCampaign({}, { [pause]: answer });
    await press('Pause');
    expect((await row()).getByText('Paused')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resume' }));
    await arrive();
    expect(await screen.findByText('Campaign Paused')).toBeDefined();
    await press('Resume');
    expect(await screen.findByText('Campaign Resumed')).toBeDefined();
    expect((await row()).getByText('Listens')).toBeDefined();
  });

  it.each([
    ['Pause', {}, pause, away, 'Failed to pause campaign', 'Listens'],
    ['Resume', { pausedBecause: 'owner' }, resume, away, 'Failed to resume campaign', 'Paused'],
    [
      'Resume',
      { pausedBecause: 'plan' },
      resume,
      refusal(403, 'campaign_read_only', 'Campaigns need the Developer plan.'),
      'Campaigns need the Developer plan.',
      'Paused',
    ],
  ] as const)('rolls %s back when it fails', async (button, campaign, call, answer, text, state) => {
    await showCampaign(campaign, { [call]: answer });
    await press(button);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    await waitFor(async () => expect((await row()).getByText(state)).toBeDefined());
    expect(screen.getByRole('button', { name: button })).toBeDefined();
  });

  it('is not undone by a list that was requested before', async () => {
    const { answer, arrive } = lateResponse();
    let isLate = false;
    const { client } = await showCampaign({}, { [list]: () => (isLate ? answer() : undefined) });
    await row();
    const before = await world.listCampaigns();
    isLate = true;
    void client.refetchQueries();
    await press('Pause');
    await screen.findByText('Campaign Paused');
    await arrive(Response.json(before));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect((await row()).getByText('Paused')).toBeDefined();
  });

  it('is not offered after a downgrade', async () => {
    await app.campaign({ pausedBecause: 'plan' });
    await showCampaigns({}, true);
    expect((await row()).queryByRole('button', { name: 'Resume' })).toBeNull();
    expect((await row()).queryByRole('button', { name: 'End campaign' })).toBeNull();
  });
});

describe('ending and deleting', () => {
  it('shows an ended campaign apart, where it can be started again', async () => {
    await showCampaign();
    await userEvent.click((await row()).getByText('More'));
    await press('End campaign');
    expect(await screen.findByText('Campaign ended')).toBeDefined();
    const apart = await screen.findByText('Ended (1)');
    expect(document.activeElement?.contains(apart)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(apart.closest('details')?.open).toBe(false);
    expect(screen.getAllByRole('article').map((each) => apart.closest('details')?.contains(each))).toEqual([
      true,
    ]);
    for (const name of ['Pause', 'Resume', 'Edit', 'End campaign'])
      expect((await row()).queryByRole('button', { name })).toBeNull();
    await userEvent.click(apart);
    await userEvent.click((await row()).getByText('More'));
    await press('Start again');
    expect(await screen.findByText('Campaign Resumed')).toBeDefined();
    expect(screen.queryByText('Ended (1)')).toBeNull();
    expect((await row()).getByText('Listens')).toBeDefined();
  });

  it('deletes a campaign after one question', async () => {
    const { callsOf } = await showCampaign();
    await userEvent.click((await row()).getByText('More'));
    await press('Delete…');
    await press('Keep it');
    await press('Delete…');
    expect(callsOf('DELETE /api/products/campaign/campaign-1')).toEqual([]);
    await press('Delete campaign');
    expect(await screen.findByText('Campaign deleted')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(await world.listCampaigns()).toEqual([]);
  });

  it('says when it could not be deleted', async () => {
    await showCampaign({}, { 'DELETE /api/products/campaign/campaign-1': away });
    await userEvent.click((await row()).getByText('More'));
    await press('Delete…');
    await press('Delete campaign');
    expect(await screen.findByText('The campaign could not be deleted. Please try again.')).toBeDefined();
    expect(await row()).toBeDefined();
  });
});

describe('editing what a campaign looks for', () => {
  const keywords = () => screen.getByLabelText<HTMLTextAreaElement>('Keywords');
  const forums = () => screen.getByLabelText<HTMLTextAreaElement>(/Discourse forums/);

  async function edit(answers: Answers = {}) {
    const shown = await showCampaign({}, answers);
    await press('Edit');
    return shown;
  }

  it('saves its name, keywords, forums and words to exclude, each once', async () => {
    await edit();
    expect(keywords().value).toBe('two homes, shared calendar');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), ' 2');
    await userEvent.type(screen.getByLabelText(/Words to exclude/), 'divorce, Divorce, court');
    await userEvent.clear(keywords());
    await userEvent.type(keywords(), 'custody plan, Custody Plan,, ');
    await userEvent.type(forums(), 'https://forum.example.org/latest');
    await press('Save');
    expect(await screen.findByText('Campaign saved')).toBeDefined();
    const renamed = await rowOf('Two Homes 2');
    expect(renamed.getByText('custody plan', { exact: false })).toBeDefined();
    expect(renamed.getByText('forum.example.org')).toBeDefined();
    expect(renamed.getByText('divorce, court', { exact: false })).toBeDefined();
    const saved = {
      product: { name: 'Two Homes 2' },
      keywords: ['custody plan'],
      forums: ['forum.example.org'],
      excludedWords: ['divorce', 'court'],
    };
    expect(await world.listCampaigns()).toMatchObject([saved]);
    expect(screen.queryByLabelText('Keywords')).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });

  it('shows a new name in the history as well', async () => {
    await app.campaign();
    await app.conversation();
    await app.show(
      <>
        <CampaignsCard userId={world.founder.id} isReadOnly={false} onFind={vi.fn()} />
        <HistoryCard userId={world.founder.id} onUpgrade={null} onFind={vi.fn()} />
      </>,
    );
    const conversation = await rowOf(draft.title);
    expect(conversation.getByText('Two Homes')).toBeDefined();
    await press('Edit');
    await userEvent.type(screen.getByLabelText('Name'), ' 2');
    await press('Save');
    expect(await conversation.findByText('Two Homes 2')).toBeDefined();
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
    const { callsOf } = await edit();
    await userEvent.clear(field());
    await userEvent.type(field(), text);
    await press('Save');
    expect(within(screen.getByRole('alert')).getByText(error)).toBeDefined();
    expect(document.activeElement).toBe(field());
    expect(callsOf(settings)).toHaveLength(0);
  });

  it('shows a forum that the server refuses in its field, and keeps what was typed', async () => {
    const reason = 'forum.example.org is not the public address of a forum.';
    await edit({ [settings]: refusal(400, 'forum_not_allowed', reason) });
    await userEvent.type(forums(), 'forum.example.org');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('forum.example.org is not');
    expect(forums().value).toBe('forum.example.org');
    expect(forums().getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(forums()));
  });

  it('keeps what is typed until it is saved, when the form or the page is closed', async () => {
    const { unmount } = await edit();
    await userEvent.type(keywords(), ', custody');
    expect(screen.queryByText(/Your changes from before/)).toBeNull();
    act(() => screen.getByRole('button', { name: 'Close' }).click());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
    unmount();
    await showCampaigns();
    await press('Edit');
    expect(keywords().value).toBe('two homes, shared calendar, custody');
    expect(screen.getByText(/Your changes from before, not saved yet/)).toBeDefined();
    const [stored = ''] = Object.values<string>({ ...localStorage });
    expect(JSON.parse(stored).document.keptAs).toBe('Keywords of a campaign');
    await press('Undo changes');
    expect(keywords().value).toBe('two homes, shared calendar');
    expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
    expect(screen.queryByText(/Your changes from before/)).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('sends only what was changed here, and shows what was changed elsewhere meanwhile', async () => {
    const { callsOf, client } = await edit();
    await userEvent.type(forums(), 'forum.example.org');
    await world.call('PUT', '/api/campaign/campaign-1/settings', { keywords: ['custody plan'] });
    await client.refetchQueries();
    await waitFor(() => expect(keywords().value).toBe('custody plan'));
    await press('Save');
    await screen.findByText('Campaign saved');
    expect(callsOf(settings)[0]?.body).toEqual({ forums: ['forum.example.org'] });
  });

  it('says when it could not be saved', async () => {
    await edit({ [settings]: away });
    await press('Save');
    expect(await screen.findByText('The campaign could not be saved. Please try again.')).toBeDefined();
    expect(screen.getByText('Not saved.')).toBeDefined();
    expect(keywords().value).toBe('two homes, shared calendar');
  });
});

describe('the list of campaigns', () => {
  it('leads to the launch, also when the server answers 404', async () => {
    const { onFind } = await showCampaigns({ [list]: refusal(404, 'not_found', 'There is nothing here.') });
    await press('Launch a campaign');
    expect(onFind).toHaveBeenCalledOnce();
  });

  it('can be loaded again after a failure, and goes on page by page with the focus in it', async () => {
    await Promise.all(Array.from({ length: 101 }, (_, at) => app.campaign({ id: `c-${at}` })));
    let isAway = true;
    await showCampaigns({ [list]: () => (isAway ? away : undefined) });
    expect(await screen.findByText('Your campaigns could not be loaded.')).toBeDefined();
    isAway = false;
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'New campaign' })).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(100);
    await press('Show more campaigns');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(101));
    expect(screen.queryByRole('button', { name: 'Show more campaigns' })).toBeNull();
    expect(document.activeElement?.contains(screen.getAllByRole('article')[0] ?? null)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});
