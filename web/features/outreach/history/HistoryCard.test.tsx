// @vitest-environment page
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import {
  type Answers,
  aroundEachTest,
  exampleBriefing,
  exampleCampaign,
  exampleConversation,
  listCampaignsCall,
  press,
  rowOf,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { replyKey } from '#web/features/outreach/use-draft-text.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
// Loaded before the tests, so that no time limit counts the loading.
import './EngagementHistory.tsx';
import { HistoryCard } from './HistoryCard.tsx';

aroundEachTest();

const list = 'GET /api/conversations';
const title = exampleConversation.postTitle;
const onFind = vi.fn();
const onUpgrade = vi.fn();

function showHistory(conversations: Answers[string], answers: Answers = {}, isReadOnly = false) {
  const card = <HistoryCard userId={founder.id} onUpgrade={isReadOnly ? onUpgrade : null} onFind={onFind} />;
  return show(card, { [list]: conversations, ...answers });
}

/** Newest first, each a second older than the one before. */
function many(count: number, from = 0): Conversation[] {
  return Array.from({ length: count }, (_, place) => ({
    ...exampleConversation,
    id: `c-${from + place}`,
    postTitle: `Post ${from + place}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 9) - (from + place) * 1000).toISOString(),
  }));
}

describe('the list', () => {
  it('counts its conversations, and leads to the search while it is empty', async () => {
    showHistory([]);
    expect(await screen.findByText('2 wait for your review · 1 posted · 5 in all')).toBeDefined();
    await press('Find conversations');
    expect(onFind).toHaveBeenCalledOnce();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('says when it could not be loaded, and tries again', async () => {
    let isAway = true;
    showHistory(() => (isAway ? refusal(500, 'internal', 'Away.') : [exampleConversation]));
    expect(await screen.findByText('Your conversations could not be loaded.')).toBeDefined();
    isAway = false;
    await press('Try again');
    expect(await rowOf(title)).toBeDefined();
    expect(screen.queryByText('Your conversations could not be loaded.')).toBeNull();
  });

  it('loads page by page, and keeps what is there when more can’t be loaded', async () => {
    let more: object = refusal(500, 'internal', 'Away.');
    const { callsOf } = showHistory(({ query }) => (query.has('before') ? more : many(20)));
    await press('Show more conversations');
    expect(await screen.findByText('More conversations could not be loaded.')).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(20);
    more = many(3, 20);
    await press('Try again');
    await rowOf('Post 22');
    expect(callsOf(list).at(-1)?.query.get('before')).toBe(`${many(20).at(-1)?.createdAt}~c-19`);
    expect(screen.getAllByRole('article')).toHaveLength(23);
    expect(screen.queryByRole('button', { name: 'Show more conversations' })).toBeNull();
  });

  it('is filtered by campaign, status, source and words, and says when nothing passes', async () => {
    const { callsOf } = showHistory(({ query }) => (query.has('status') ? [] : [exampleConversation]));
    await rowOf(title);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Campaign' }), 'Two Homes');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Lemmy');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'weeks');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Posted');
    expect(await screen.findByText('Nothing matches')).toBeDefined();
    expect(screen.getByText(/matches both the search and the filters/)).toBeDefined();
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
    expect(await rowOf(title)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('lets everything but approvals be ended after a downgrade', async () => {
    const draft = JSON.stringify({ document: { content: 'Half a reply' } });
    localStorage.setItem(replyKey(founder.id, exampleConversation.id), draft);
    showHistory(
      [
        exampleConversation,
        { ...exampleConversation, id: 'r', postTitle: 'Mine', status: 'READY' },
        { ...exampleConversation, id: 'a', postTitle: 'Waits', status: 'APPROVED' },
        { ...exampleConversation, id: 'n', postTitle: 'Not mine', status: 'REJECTED' },
        { ...exampleConversation, id: 'f', postTitle: 'Failed', status: 'FAILED' },
      ],
      {},
      true,
    );
    const buttonsOf = async (name: string) =>
      (await rowOf(name)).getAllByRole('button').map(({ textContent }) => textContent);
    expect(await buttonsOf(title)).toEqual(['Copy your reply', 'Reject']);
    expect((await rowOf(title)).getByText('Half a reply')).toBeDefined();
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

describe('what changes without its owner', () => {
  const arrived = { status: 'POSTED', replyPostedUrl: 'https://lemmy.example.org/comment/9' } as const;
  const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  const changed = (change: Partial<Conversation>): Conversation => ({
    ...exampleConversation,
    updatedAt: new Date().toISOString(),
    ...change,
  });
  const polled = ({ callsOf }: ReturnType<typeof showHistory>) =>
    callsOf(list).flatMap(({ query }) => query.get('ids') ?? []);

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => focusManager.setFocused(undefined));

  it('is polled until it has arrived, and counted then', async () => {
    let now = changed({ status: 'POSTING' });
    const server = showHistory(() => [now], {
      [listCampaignsCall]: () => [
        {
          ...exampleCampaign,
          conversations: { total: 1, awaitingReview: 0, posted: now.status === 'POSTED' ? 1 : 0 },
        },
      ],
    });
    await rowOf(title);
    expect(screen.getByText(/0 posted/)).toBeDefined();
    await wait(6);
    expect(polled(server)).toEqual([exampleConversation.id]);
    now = changed(arrived);
    await wait(6);
    expect((await rowOf(title)).getByText('POSTED')).toBeDefined();
    expect(screen.getByText(/1 posted/)).toBeDefined();
    const before = polled(server).length;
    await wait(60);
    expect(polled(server)).toHaveLength(before);
  });

  it('keeps the focus in its row when the focused button goes', async () => {
    let now = changed({ status: 'APPROVED' });
    showHistory(() => [now]);
    const row = await rowOf(title);
    act(() => row.getByRole('button', { name: 'Take back' }).focus());
    now = changed(arrived);
    await wait(30);
    expect(row.getByText('POSTED')).toBeDefined();
    expect(document.activeElement?.tagName).toBe('ARTICLE');
  });

  it('is polled with growing pauses while it waits to be sent, and not while the page is hidden', async () => {
    const approved = changed({ status: 'APPROVED' });
    const server = showHistory([approved]);
    await rowOf(title);
    await wait(60);
    const first = polled(server).length;
    expect(first).toBeGreaterThan(3);
    await wait(600);
    const second = polled(server).length;
    expect(second - first).toBeLessThan(13);
    act(() => focusManager.setFocused(false));
    await wait(600);
    expect(polled(server)).toHaveLength(second);
  });

  it.each([
    ['to be posted by hand', { status: 'READY' }, 50, 70],
    ['not confirmed', { status: 'UNCONFIRMED' }, 50, 70],
    ['posted without an address', { status: 'POSTED' }, 50, 70],
  ] as const)('is found by itself while it is %s', async (_, state, quiet, found) => {
    let now = changed(state);
    const server = showHistory(() => [now]);
    await rowOf(title);
    await wait(quiet);
    expect(polled(server)).toEqual([]);
    now = changed(arrived);
    await wait(found - quiet);
    expect((await rowOf(title)).getByRole('link', { name: /View your reply/ })).toBeDefined();
  });

  it.each([
    ['it waits for its owner', {}],
    ['nobody can look for the reply', { status: 'READY', replyFindable: false }],
    ['it was not confirmed for 90 minutes', { status: 'UNCONFIRMED' }],
    ['it was not posted for three days', { status: 'READY' }],
  ] as const)('is not polled when %s', async (_, state) => {
    const old = { ...exampleConversation, updatedAt: '2026-01-01T09:00:00.000Z', ...state };
    const server = showHistory([old, exampleBriefing]);
    await rowOf(title);
    await wait(310);
    expect(server.callsOf(list)).toHaveLength(1);
  });

  it('is listed when the campaigns count more conversations', async () => {
    let rows = [exampleConversation];
    let total = 5;
    const { callsOf } = showHistory(() => rows, {
      [listCampaignsCall]: () => [
        { ...exampleCampaign, conversations: { ...exampleCampaign.conversations, total } },
      ],
    });
    await rowOf(title);
    await wait(61);
    expect(callsOf(list)).toHaveLength(1);
    total = 6;
    rows = [{ ...exampleConversation, id: 'new', postTitle: 'A new one' }, ...rows];
    await wait(61);
    expect(await rowOf('A new one')).toBeDefined();
    expect(callsOf(list)).toHaveLength(2);
  });
});
