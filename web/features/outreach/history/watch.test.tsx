// @vitest-environment happy-dom
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import {
  exampleBriefing,
  exampleCampaign,
  exampleConversation,
} from '#web/features/outreach/example-outreach.data.ts';
import { rowOf, showHistory } from './show-history.tsx';

const list = 'GET /api/conversations';
const title = exampleConversation.postTitle;

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  cleanup();
  toast.dismiss();
});

/** Changed just now, or so many milliseconds later. */
function become(change: Partial<Conversation>, laterMs = 0): Conversation {
  return { ...exampleConversation, updatedAt: new Date(Date.now() + laterMs).toISOString(), ...change };
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

function show(conversations: Parameters<typeof showHistory>[0], answers = {}) {
  const server = showHistory(conversations, answers);
  return { ...server, asked: () => server.callsOf(list).flatMap(({ query }) => query.get('ids') ?? []) };
}

describe('what is on its way', () => {
  it('is looked after until it has arrived, and no longer', async () => {
    let now = become({ status: 'POSTING' });
    const { asked } = show(() => [now]);
    await rowOf(title);
    await wait(6);
    expect(asked()).toEqual([exampleConversation.id]);
    now = become({ status: 'POSTED', replyPostedUrl: 'https://lemmy.example.org/comment/9' });
    await wait(6);
    expect((await rowOf(title)).getByText('POSTED')).toBeDefined();
    const before = asked().length;
    await wait(60);
    expect(asked()).toHaveLength(before);
  });

  it('keeps the focus in its row when the focused button goes', async () => {
    let now = become({ status: 'APPROVED' });
    show(() => [now]);
    const row = await rowOf(title);
    act(() => row.getByRole('button', { name: 'Take back' }).focus());
    now = become({ status: 'POSTED', replyPostedUrl: 'https://lemmy.example.org/comment/9' });
    await wait(30);
    expect(row.getByText('POSTED')).toBeDefined();
    expect(document.activeElement?.tagName).toBe('ARTICLE');
  });

  it('is counted among the posted ones as soon as it has arrived', async () => {
    let now = become({ status: 'POSTING' });
    show(() => [now], {
      'GET /api/products/campaign': () => [
        {
          ...exampleCampaign,
          conversations: { total: 1, awaitingReview: 0, posted: now.status === 'POSTED' ? 1 : 0 },
        },
      ],
    });
    expect(await screen.findByText(/0 posted/)).toBeDefined();
    now = become({ status: 'POSTED', replyPostedUrl: 'https://lemmy.example.org/comment/9' });
    await wait(11);
    expect(screen.getByText(/1 posted/)).toBeDefined();
  });

  it('is asked for with growing pauses while it waits to be sent', async () => {
    const approved = become({ status: 'APPROVED' });
    const { asked } = show(() => [approved]);
    await rowOf(title);
    await wait(60);
    const first = asked().length;
    await wait(600);
    expect(first).toBeGreaterThan(3);
    expect(asked().length - first).toBeLessThan(13);
  });

  it('is found by itself when its owner has posted it', async () => {
    let now = become({ status: 'READY', reply: 'Mine' });
    const { asked } = show(() => [now]);
    await rowOf(title);
    await wait(50);
    expect(asked()).toEqual([]);
    now = become({ status: 'POSTED', replyPostedUrl: 'https://lemmy.example.org/comment/9' });
    await wait(20);
    expect((await rowOf(title)).getByRole('link', { name: /View your reply/ })).toBeDefined();
  });

  it('is left alone out of sight, and while the page is hidden', async () => {
    const { asked } = show(() => [
      become({ id: 'out-of-sight', status: 'POSTING' }),
      become({ id: 'seen', postTitle: 'Seen', status: 'POSTING' }),
    ]);
    await rowOf('Seen');
    act(() => focusManager.setFocused(false));
    await wait(30);
    expect(asked()).toEqual([]);
    act(() => focusManager.setFocused(true));
    await waitFor(() => expect(asked()).toEqual(['seen']));
  });

  it('is not asked for while nothing is', async () => {
    const { callsOf } = show([exampleConversation, exampleBriefing]);
    await rowOf(title);
    await wait(30);
    expect(callsOf(list)).toHaveLength(1);
  });
});

describe('the list', () => {
  it('is read again when the campaigns count more conversations', async () => {
    let rows = [exampleConversation];
    let total = 5;
    const { callsOf } = show(() => rows, {
      'GET /api/products/campaign': () => [
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
