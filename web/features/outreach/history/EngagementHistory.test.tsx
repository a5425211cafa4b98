// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, describe, expect, it } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { conversationStatus } from '#shared/contracts/opportunities.ts';
import { exampleConversation } from '#web/features/outreach/example-outreach.data.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { rowOf, showHistory } from './show-history.tsx';
import { replyKey } from './use-draft-text.ts';

const list = 'GET /api/conversations';
const title = exampleConversation.postTitle;

afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

/** Newest first, each a second older than the one before. */
function many(count: number, from = 0): Conversation[] {
  return Array.from({ length: count }, (_, place) => ({
    ...exampleConversation,
    id: `c-${from + place}`,
    postTitle: `Post ${from + place}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 9) - (from + place) * 1000).toISOString(),
  }));
}

describe('a conversation in the history', () => {
  it('shows what the specification lists', async () => {
    const suggestedReply = `${'a'.repeat(149)}bcd`;
    showHistory([{ ...exampleConversation, suggestedReply, clicks: 1_234 }]);
    const row = await rowOf(title);
    expect(row.getByText('Two Homes')).toBeDefined();
    expect(row.getByText('Lemmy (lemmy.example.org), parenting').tagName).toBe('BDI');
    expect(row.getByText('Waits for your review')).toBeDefined();
    expect(row.getByText('AWAITING_REVIEW')).toBeDefined();
    expect(row.getByText(`${'a'.repeat(149)}b...`)).toBeDefined();
    expect(row.getByText(`${(1_234).toLocaleString()} clicks`)).toBeDefined();
    const link = row.getByRole('link', { name: /^View Post/ });
    expect(link.getAttribute('href')).toBe('https://lemmy.example.org/post/1');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(row.getByRole('button', { name: 'Approve' })).toBeDefined();
    expect(row.getByRole('button', { name: 'Reject' })).toBeDefined();
  });

  it.each(conversationStatus.options.filter((status) => status !== 'AWAITING_REVIEW'))(
    'has neither Approve nor Reject while it is %s',
    async (status) => {
      showHistory([{ ...exampleConversation, status }]);
      const row = await rowOf(title);
      expect(row.getByText(status)).toBeDefined();
      expect(row.queryByRole('button', { name: 'Approve' })).toBeNull();
      expect(row.queryByRole('button', { name: 'Reject' })).toBeNull();
    },
  );

  it.each([
    ['is sent', { status: 'APPROVED' }],
    ['is posted', { status: 'POSTED' }],
  ] as const)('shows the owner’s words instead of the suggestion once it %s', async (_, state) => {
    const suggestion = { suggestionKind: 'briefing', suggestedReply: 'A hint.' } as const;
    showHistory([{ ...exampleConversation, ...suggestion, ...state, reply: 'Colour the week.' }]);
    const row = await rowOf(title);
    expect(row.getByText('Your reply:').parentElement?.textContent).toBe('Your reply: Colour the week.');
    expect(row.queryByText('Briefing, for your eyes:')).toBeNull();
  });

  it('that can only be read says so, and waits for no one', async () => {
    showHistory([{ ...exampleConversation, replyWay: 'none' }]);
    const row = await rowOf(title);
    expect(row.getByText('Only to be read')).toBeDefined();
    expect(row.getByText('AWAITING_REVIEW')).toBeDefined();
    expect(row.queryByText('Waits for your review')).toBeNull();
  });

  it('without a title is called by the first words of the post', async () => {
    const originalPost = `Whose week is it?\n${'a '.repeat(80)}`;
    showHistory([
      { ...exampleConversation, postTitle: '', originalPost },
      { ...exampleConversation, id: 'bare', postTitle: '', originalPost: ' ' },
    ]);
    expect((await screen.findByRole('article', { name: /^Whose week is it\? a a/ })).tagName).toBe('ARTICLE');
    expect(screen.getByRole('article', { name: exampleConversation.postUrl })).toBeDefined();
  });

  it('shows hostile texts as text, and links that lead nowhere safe as words', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>&amp;';
    const { container } = showHistory([
      {
        ...exampleConversation,
        postTitle: hostile,
        originalPost: hostile,
        suggestedReply: hostile,
        why: [hostile],
        postUrl: 'javascript:alert(1)',
      },
    ]);
    const row = await rowOf(hostile);
    expect(row.getAllByText(hostile, { exact: false }).length).toBeGreaterThan(2);
    expect(row.queryByRole('link', { name: /View Post/ })).toBeNull();
    expect(container.querySelector('img, script')).toBeNull();
  });

  it('tells the posted reply, whether it is, and why one was left or failed', async () => {
    showHistory([
      {
        ...exampleConversation,
        id: 'p',
        postTitle: 'Posted one',
        status: 'POSTED',
        replyPostedUrl: 'https://lemmy.example.org/comment/9',
        standing: 'removed',
        standingCheckedAt: '2026-11-21T09:00:00.000Z',
      },
      { ...exampleConversation, heldBecause: 'Confidence 92 is below your threshold 95.' },
    ]);
    const posted = await rowOf('Posted one');
    expect(posted.getByRole('link', { name: /View your reply/ }).getAttribute('href')).toContain('comment/9');
    expect(posted.getByText('Removed there')).toBeDefined();
    expect(posted.getByText(/^Checked/)).toBeDefined();
    expect((await rowOf(title)).getByText('Confidence 92 is below your threshold 95.')).toBeDefined();
  });
});

describe('the list', () => {
  it('leads to the search for conversations while it is empty', async () => {
    const { onFind } = showHistory([], { 'GET /api/products/campaign': [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Find conversations' }));
    expect(onFind).toHaveBeenCalledOnce();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('says when it could not be loaded, and tries again', async () => {
    let isAway = true;
    showHistory(() => (isAway ? refusal(500, 'internal', 'Away.') : [exampleConversation]));
    expect(await screen.findByText('Your conversations could not be loaded.')).toBeDefined();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf(title)).toBeDefined();
    expect(screen.queryByText('Your conversations could not be loaded.')).toBeNull();
  });

  it('goes on behind the last one, a page at a time', async () => {
    const { callsOf } = showHistory(({ query }) => (query.has('before') ? many(3, 20) : many(20)));
    const more = await screen.findByRole('button', { name: 'Show more conversations' });
    await userEvent.click(more);
    await rowOf('Post 22');
    const last = many(20).at(-1);
    expect(callsOf(list).at(-1)?.query.get('before')).toBe(`${last?.createdAt}~c-19`);
    expect(screen.getAllByRole('article')).toHaveLength(23);
    expect(screen.queryByRole('button', { name: 'Show more conversations' })).toBeNull();
  });

  it('keeps what is there when more can’t be loaded', async () => {
    showHistory(({ query }) => (query.has('before') ? refusal(500, 'internal', 'Away.') : many(20)));
    await userEvent.click(await screen.findByRole('button', { name: 'Show more conversations' }));
    expect(await screen.findByText('More conversations could not be loaded.')).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(20);
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
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await rowOf(title)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('counts how the conversations stand', async () => {
    showHistory([exampleConversation]);
    expect(await screen.findByText('2 wait for your review · 1 posted · 5 in all')).toBeDefined();
  });
});

describe('after a downgrade', () => {
  it('nothing can be approved, and all else that its owner has begun can be ended', async () => {
    const kept = JSON.stringify({ document: { content: 'Half a reply' } });
    localStorage.setItem(replyKey(founder.id, exampleConversation.id), kept);
    const { onUpgrade } = showHistory(
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
    const row = await rowOf(title);
    expect(row.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(row.queryByRole('button', { name: 'Edit before approving' })).toBeNull();
    expect(row.getByRole('button', { name: 'Reject' })).toBeDefined();
    expect(row.getByText('Half a reply')).toBeDefined();
    expect(row.getByRole('button', { name: 'Copy your reply' })).toBeDefined();
    const ready = await rowOf('Mine');
    expect(ready.getByRole('button', { name: 'Copy and open' })).toBeDefined();
    expect(ready.getByRole('button', { name: 'I posted it' })).toBeDefined();
    expect(ready.queryByRole('button', { name: 'Take back' })).toBeNull();
    expect((await rowOf('Waits')).queryByRole('button', { name: 'Take back' })).toBeNull();
    expect((await rowOf('Not mine')).getByRole('button', { name: 'Take back' })).toBeDefined();
    expect((await rowOf('Failed')).getByRole('button', { name: 'Post it by hand' })).toBeDefined();
    const note = await screen.findByText('Your plan no longer includes campaigns.');
    expect(within(note.parentElement as HTMLElement).getByText(/Nothing is taken away/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'See the plans' }));
    expect(onUpgrade).toHaveBeenCalledOnce();
  });
});
