// @vitest-environment page
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';
import { replyKey } from '#web/features/outreach/use-draft-text.ts';
import { briefing, draft, openOutreachApp, press, rowOf } from '#web/testing/outreach-app.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
// Loaded before the tests, so that no time limit counts the loading.
import './EngagementHistory.tsx';
import { HistoryCard } from './HistoryCard.tsx';

const app = openOutreachApp();
const { world } = app;
const list = 'GET /api/conversations';
const onFind = vi.fn();
const onUpgrade = vi.fn();

beforeEach(async () => {
  await app.campaign();
});

const showHistory = (answers: Answers = {}, isReadOnly = false, isWhole = true, at = '/') =>
  app.show(
    <HistoryCard
      userId={world.founder.id}
      onUpgrade={isReadOnly ? onUpgrade : null}
      onFind={onFind}
      isWhole={isWhole}
    />,
    answers,
    at,
  );

it('takes the focus where the founder is led to it', async () => {
  const onReached = vi.fn();
  await app.show(
    <HistoryCard userId={world.founder.id} onUpgrade={null} onFind={onFind} isSought onReached={onReached} />,
  );
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Engagement History' }));
  expect(onReached).toHaveBeenCalledOnce();
});

describe('the list', () => {
  it('leads to the search while it is empty', async () => {
    await showHistory();
    await press('Find conversations');
    expect(onFind).toHaveBeenCalledOnce();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('counts its conversations, and is filtered by campaign, status, source and words', async () => {
    await app.conversation();
    await app.conversation(briefing);
    await app.conversation({ ...briefing, id: 'c', externalId: 'c', title: 'Answered', status: 'POSTED' });
    const { callsOf } = await showHistory();
    expect(await screen.findByText('2 to review · 1 posted')).toBeDefined();
    await rowOf('Answered');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campaign' }), 'Two Homes');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Lemmy');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'weeks');
    expect(await screen.findByText('1 found')).toBeDefined();
    expect(screen.getAllByRole('article')).toEqual([screen.getByRole('article', { name: draft.title })]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Posted');
    expect(await screen.findByText('Nothing matches')).toBeDefined();
    expect(screen.getByText('No conversation matches the search and the filters.')).toBeDefined();
    await waitFor(() =>
      expect(Object.fromEntries(callsOf(list).at(-1)?.query ?? [])).toEqual({
        campaign: 'campaign-1',
        source: 'lemmy',
        status: 'POSTED',
        search: 'weeks',
        limit: '20',
      }),
    );
    await press('Clear search and filters');
    expect(await rowOf('Answered')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('shows the one conversation that a link leads to, then all again', async () => {
    await app.conversation();
    await app.conversation({ ...briefing, id: 'c', externalId: 'c', title: 'Answered', status: 'POSTED' });
    await showHistory({}, false, true, '/?conversation=c');
    await rowOf('Answered');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await press('Show all conversations');
    await rowOf(draft.title);
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    expect(screen.queryByRole('button', { name: 'Show all conversations' })).toBeNull();
  });

  it('shows the newest few on the dashboard, with a link to all', async () => {
    const from = Date.now();
    for (let at = 0; at < 5; at += 1)
      await app.conversation({
        id: `c-${at}`,
        externalId: `c-${at}`,
        title: `Post ${at}`,
        createdAt: new Date(from - at * 1_000),
      });
    await showHistory({}, false, false);
    await rowOf('Post 2');
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.queryByRole('searchbox')).toBeNull();
    const all = screen.getByRole('link', { name: 'See all (5)' });
    expect(all.getAttribute('href')).toBe('/startup-spark-suite/history');
  });

  it('loads page by page, and keeps what is there when more can’t be loaded', async () => {
    const from = Date.now();
    for (let at = 0; at < 23; at += 1)
      await app.conversation({
        id: `c-${at}`,
        externalId: `c-${at}`,
        title: `Post ${at}`,
        createdAt: new Date(from - at * 1_000),
      });
    let isAway = true;
    await showHistory({ [list]: () => (isAway ? refusal(500, 'internal', 'Away.') : undefined) });
    expect(await screen.findByText('Your conversations could not be loaded.')).toBeDefined();
    isAway = false;
    await press('Try again');
    expect(await rowOf('Post 19')).toBeDefined();
    expect(screen.queryByText('Your conversations could not be loaded.')).toBeNull();
    isAway = true;
    await press('Show more conversations');
    expect(await screen.findByText('More conversations could not be loaded.')).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(20);
    isAway = false;
    await press('Try again');
    await rowOf('Post 22');
    expect(screen.getAllByRole('article')).toHaveLength(23);
    expect(screen.queryByRole('button', { name: 'Show more conversations' })).toBeNull();
  });

  it('lets everything but approvals be ended after a downgrade', async () => {
    const unsent = JSON.stringify({ document: { content: 'Half a reply' } });
    localStorage.setItem(replyKey(world.founder.id, draft.id), unsent);
    await app.conversation();
    for (const [title, status] of [
      ['Mine', 'READY'],
      ['Waits', 'APPROVED'],
      ['Not mine', 'REJECTED'],
      ['Failed', 'FAILED'],
    ] as const)
      await app.conversation({ id: title, externalId: title, title, status });
    await showHistory({}, true);
    const buttonsOf = async (name: string) =>
      (await rowOf(name)).getAllByRole('button').map(({ textContent }) => textContent);
    expect(await buttonsOf(draft.title)).toEqual(['Copy your reply', 'Reject']);
    expect((await rowOf(draft.title)).getByText('Half a reply')).toBeDefined();
    expect(await buttonsOf('Mine')).toEqual(['Copy and open', 'I posted it']);
    expect((await rowOf('Waits')).queryAllByRole('button')).toEqual([]);
    expect(await buttonsOf('Not mine')).toEqual(['Take back']);
    expect(await buttonsOf('Failed')).toEqual(['Post it by hand']);
    const note = await screen.findByText('Your plan no longer includes campaigns.');
    expect(within(note.parentElement as HTMLElement).getByText(/Nothing is taken away/)).toBeDefined();
    await press('See the plans');
    expect(onUpgrade).toHaveBeenCalledOnce();
  });
});

// Answered by hand: a server in process is too slow for a clock that jumps.
describe('a change without the owner', () => {
  const arrived = { status: 'POSTED', replyPostedUrl: 'https://lemmy.world/comment/9' } as const;
  const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  let now: Conversation;
  let campaign: Campaign;
  const change = (changes: Partial<Conversation>) => {
    now = { ...now, updatedAt: new Date().toISOString(), ...changes };
  };

  /** Shows a conversation that has just come into this state. */
  async function showOne(changes: Partial<Conversation>, rows = () => [now]) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    change(changes);
    const server = await showHistory({ [list]: rows, 'GET /api/products/campaign': () => [campaign] });
    await rowOf(draft.title);
    const polled = () => server.callsOf(list).flatMap(({ query }) => query.get('ids') ?? []);
    return { ...server, polled };
  }

  beforeEach(async () => {
    await app.account({ source: 'lemmy', host: draft.host, username: 'ada' });
    await app.conversation();
    [now] = (await world.conversations()) as [Conversation];
    [campaign] = (await world.listCampaigns()) as [Campaign];
  });
  afterEach(() => focusManager.setFocused(undefined));

  it('is polled until it has arrived, and counted then', async () => {
    const { polled } = await showOne({ status: 'POSTING' });
    expect(screen.getByText(/0 posted/)).toBeDefined();
    await wait(6);
    expect(polled()).toEqual([draft.id]);
    change(arrived);
    campaign = { ...campaign, conversations: { total: 1, awaitingReview: 0, posted: 1 } };
    await wait(6);
    expect((await rowOf(draft.title)).getByText('Posted')).toBeDefined();
    expect(screen.getByText(/1 posted/)).toBeDefined();
    const before = polled().length;
    await wait(60);
    expect(polled()).toHaveLength(before);
  });

  it('keeps the focus in its row when the focused button goes', async () => {
    await showOne({ status: 'APPROVED' });
    const row = await rowOf(draft.title);
    act(() => row.getByRole('button', { name: 'Take back' }).focus());
    change(arrived);
    await wait(30);
    expect(row.getByText('Posted')).toBeDefined();
    expect(document.activeElement?.tagName).toBe('ARTICLE');
  });

  it('is polled with growing pauses while it waits to be sent, and not while the page is hidden', async () => {
    const { polled } = await showOne({ status: 'APPROVED' });
    await wait(60);
    const first = polled().length;
    expect(first).toBeGreaterThan(3);
    await wait(600);
    const second = polled().length;
    expect(second - first).toBeLessThan(13);
    act(() => focusManager.setFocused(false));
    await wait(600);
    expect(polled()).toHaveLength(second);
  });

  it.each([
    ['to be posted by hand', 'READY'],
    ['not confirmed', 'UNCONFIRMED'],
  ] as const)('is found by itself while it is %s', async (_, status) => {
    const { polled } = await showOne({ status });
    await wait(50);
    expect(polled()).toEqual([]);
    change(arrived);
    await wait(20);
    expect((await rowOf(draft.title)).getByRole('link', { name: /View your reply/ })).toBeDefined();
  });

  it.each([
    ['it waits for its owner', {}],
    ['nobody can look for the reply', { status: 'READY', replyFindable: false }],
    ['it was not confirmed for 90 minutes', { status: 'UNCONFIRMED', updatedAt: '2026-01-01T09:00:00.000Z' }],
    ['it was not posted for three days', { status: 'READY', updatedAt: '2026-01-01T09:00:00.000Z' }],
  ] as const)('is not polled when %s', async (_, state) => {
    const { callsOf } = await showOne(state);
    await wait(310);
    expect(callsOf(list)).toHaveLength(1);
  });

  it('is listed when the campaigns count more conversations', async () => {
    let rows = [now];
    const { callsOf } = await showOne({}, () => rows);
    await wait(61);
    expect(callsOf(list)).toHaveLength(1);
    campaign = { ...campaign, conversations: { ...campaign.conversations, total: 2 } };
    rows = [{ ...now, id: 'new', postTitle: 'A new one' }, now];
    await wait(61);
    expect(await rowOf('A new one')).toBeDefined();
    expect(callsOf(list)).toHaveLength(2);
  });
});
