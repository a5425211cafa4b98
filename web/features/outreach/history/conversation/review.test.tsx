// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, describe, expect, it } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import {
  exampleBriefing,
  exampleCampaign,
  exampleConversation,
  exampleGuidance,
} from '#web/features/outreach/example-outreach.data.ts';
import { rowOf, showHistory } from '#web/features/outreach/history/show-history.tsx';
import { addressKey, replyKey } from '#web/features/outreach/history/use-draft-text.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';

const patch = 'PATCH /api/conversations/conversation-1/status';
const title = exampleConversation.postTitle;
const later = '2026-11-20T10:00:00.000Z';

function become(change: Partial<Conversation>): Conversation {
  return { ...exampleConversation, updatedAt: later, ...change };
}

/** A server that takes every change, after `release` where it is to wait. */
function changing(conversation = exampleConversation) {
  let now = conversation;
  let moment = Date.parse(later);
  return {
    'GET /api/conversations': () => [now],
    [`PATCH /api/conversations/${conversation.id}/status`]: ({ body }: { body: unknown }) => {
      const { status } = body as Pick<Conversation, 'status'>;
      const isByHand = status === 'APPROVED' && conversation.replyWay === 'hand';
      moment += 1_000;
      now = { ...now, status: isByHand ? 'READY' : status, updatedAt: new Date(moment).toISOString() };
      return now;
    },
  };
}

const press = async (name: string) => userEvent.click((await rowOf(title)).getByRole('button', { name }));

afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

describe('approving a draft', () => {
  it('is shown at once, confirmed by a notice, and undone', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = changing();
    const { callsOf } = showHistory(server['GET /api/conversations'], {
      ...server,
      [patch]: async (call) => {
        await held;
        return Response.json(server[patch]?.(call));
      },
    });
    await press('Approve');
    expect((await rowOf(title)).getByText('APPROVED')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('article', { name: title }));
    expect(screen.queryByText('Conversation Approved')).toBeNull();
    release();
    expect(await screen.findByText('Conversation Approved')).toBeDefined();
    expect(callsOf(patch)[0]?.body).toEqual({ status: 'APPROVED' });
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
    expect((await rowOf(title)).getByRole('button', { name: 'Approve' })).toBeDefined();
    expect(callsOf(patch)[1]?.body).toEqual({ status: 'AWAITING_REVIEW' });
  });

  it('opens what was changed and kept instead: what is not in sight is not sent', async () => {
    const kept = JSON.stringify({ document: { content: 'What we do at home is colour the week.' } });
    localStorage.setItem(replyKey(founder.id, exampleConversation.id), kept);
    const { callsOf } = showHistory([exampleConversation], {
      'GET /api/conversations/conversation-1/guidance': exampleGuidance,
    });
    await press('Approve');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply', {}, { timeout: 8_000 });
    expect(field.value).toBe('What we do at home is colour the week.');
    expect(callsOf(patch)).toEqual([]);
  });

  it('opens the words of an earlier approval that was taken back', async () => {
    const own = 'What we do at home is colour the week.';
    const { callsOf } = showHistory([{ ...exampleConversation, reply: own }], {
      'GET /api/conversations/conversation-1/guidance': exampleGuidance,
    });
    await press('Approve');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply', {}, { timeout: 8_000 });
    expect(field.value).toBe(own);
    expect(callsOf(patch)).toEqual([]);
  });

  it('is rolled back when it fails, in the specification’s words', async () => {
    showHistory([exampleConversation], { [patch]: refusal(500, 'internal', 'Something broke.') });
    await press('Approve');
    expect(await screen.findByText('Failed to approve conversation')).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    const row = await rowOf(title);
    expect(row.getByText('AWAITING_REVIEW')).toBeDefined();
    expect(row.getByText('Something broke.', { exact: false })).toBeDefined();
  });

  it('that never arrived needs no taking back', async () => {
    let fail = (_: Response) => {};
    const { callsOf } = showHistory([exampleConversation], {
      [patch]: () => new Promise<Response>((resolve) => (fail = resolve)),
    });
    await press('Approve');
    await press('Take back');
    fail(refusal(500, 'internal', 'Away.'));
    expect(await screen.findByText('Failed to approve conversation')).toBeDefined();
    expect((await rowOf(title)).getByText('AWAITING_REVIEW')).toBeDefined();
    expect(callsOf(patch)).toHaveLength(1);
  });

  it('stays in sight in a list that is filtered by the status it had', async () => {
    const server = changing();
    const { callsOf } = showHistory(({ query }) => {
      const rows = server['GET /api/conversations']();
      const status = query.get('status');
      return status ? rows.filter((row) => row.status === status) : rows;
    }, server);
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Status' }),
      'Waits for your review',
    );
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
    const before = callsOf('GET /api/conversations').length;
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(callsOf('GET /api/conversations').length).toBeGreaterThan(before));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
  });

  it('works with the keyboard alone', async () => {
    const server = changing();
    const { callsOf } = showHistory(server['GET /api/conversations'], server);
    const row = await rowOf(title);
    row.getByRole('button', { name: 'Approve' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(callsOf(patch)).toHaveLength(1));
    // A key that is held does not undo what it has just done.
    await userEvent.keyboard('{Enter}');
    expect(callsOf(patch)).toHaveLength(1);
  });

  it('refreshes the row and says so when another tab was first', async () => {
    let now = exampleConversation;
    showHistory(() => [now], {
      [patch]: () => {
        now = become({ status: 'REJECTED' });
        return refusal(409, 'conversation_moved_on', 'This conversation has moved on: it is REJECTED now.');
      },
    });
    await press('Approve');
    expect(
      (await screen.findAllByText('This conversation has moved on: it is REJECTED now.', { exact: false }))
        .length,
    ).toBeGreaterThan(0);
    await waitFor(async () => expect((await rowOf(title)).getByText('REJECTED')).toBeDefined());
  });
});

describe('rejecting', () => {
  it('shows the exact result, and a failure as well', async () => {
    showHistory([exampleConversation], { [patch]: refusal(500, 'internal', 'Away.') });
    await press('Reject');
    expect(await screen.findByText('Failed to reject conversation')).toBeDefined();
    expect((await rowOf(title)).getByRole('button', { name: 'Reject' })).toBeDefined();
  });

  it('is all that is left where a reply is not welcome', async () => {
    const { callsOf } = showHistory([become({ replyWay: 'none' })], {
      [patch]: become({ status: 'REJECTED' }),
    });
    const approve = (await rowOf(title)).getByRole('button', { name: 'Approve' });
    expect(approve.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(approve.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('a reply about your product is not welcome there');
    await userEvent.click(approve);
    expect(callsOf(patch)).toHaveLength(0);
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
  });
});

it('is no more offered where a thread is closed, and says so', async () => {
  showHistory([{ ...exampleBriefing, replyWay: 'none', postedAt: '2020-01-01T09:00:00.000Z' }], {});
  const approve = (await rowOf(exampleBriefing.postTitle)).getByRole('button', { name: 'Approve' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(approve.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/^Hacker News closes its threads after two weeks/);
});

describe('a reply that was not sent', () => {
  const takeOver = 'POST /api/conversations/conversation-1/take-over';
  const problem = { outcome: 'busy', text: 'The server there was busy.' } as const;

  it.each([
    ['FAILED', 'Post it by hand', 'The server there was busy. Your words are kept.'],
    ['UNCONFIRMED', 'It is not there: post it by hand', 'The server there was busy.'],
  ] as const)('%s: tells why, and is handed over to be posted by hand', async (status, name, told) => {
    const { callsOf } = showHistory([{ ...exampleConversation, status, problem }], {
      [takeOver]: become({ status: 'READY' }),
    });
    expect((await rowOf(title)).getByText(told)).toBeDefined();
    await press(name);
    expect(await screen.findByRole('button', { name: 'Copy and open' })).toBeDefined();
    expect(callsOf(takeOver)).toHaveLength(1);
  });

  it('because its account must be linked again leads there, and is reviewed again', async () => {
    const { callsOf } = showHistory(
      [
        {
          ...exampleConversation,
          status: 'FAILED',
          problem: { outcome: 'logged-out', text: 'Link the account again.' },
        },
      ],
      { [patch]: become({ status: 'AWAITING_REVIEW' }) },
    );
    const row = await rowOf(title);
    const link = row.getByRole('link', { name: 'Link the account again' });
    expect(link.getAttribute('href')).toBe('/settings');
    await press('Review it again');
    expect(await screen.findByText('Taken back')).toBeDefined();
    expect(callsOf(patch)[0]?.body).toEqual({ status: 'AWAITING_REVIEW' });
  });

  it('UNCONFIRMED: is linked when its owner sees it there', async () => {
    const { callsOf } = showHistory([{ ...exampleConversation, status: 'UNCONFIRMED', problem }], {
      'POST /api/conversations/conversation-1/posted': become({
        status: 'POSTED',
        replyPostedUrl: 'https://lemmy.example.org/comment/9',
      }),
    });
    await userEvent.type((await rowOf(title)).getByRole('textbox'), 'https://lemmy.example.org/comment/9');
    await press('It is there');
    expect(await screen.findByRole('link', { name: /View your reply/ })).toBeDefined();
    expect(callsOf(takeOver)).toHaveLength(0);
  });

  it('says when it could not be handed over', async () => {
    showHistory([{ ...exampleConversation, status: 'FAILED' }], {
      'POST /api/conversations/conversation-1/take-over': refusal(500, 'internal', 'Away.'),
    });
    await press('Post it by hand');
    expect(await screen.findByText(/This could not be done/)).toBeDefined();
    expect((await rowOf(title)).getByText('FAILED')).toBeDefined();
  });
});

describe('an approved reply', () => {
  it('of a paused campaign says that it waits for that', async () => {
    const server = changing();
    showHistory(server['GET /api/conversations'], {
      ...server,
      'GET /api/products/campaign': [{ ...exampleCampaign, active: false }],
    });
    await (await rowOf(title)).findByText('Once approved, it waits until you resume the campaign.');
    await press('Approve');
    const words = /^Waits until you resume the campaign\./;
    await screen.findByText('Conversation Approved');
    expect(screen.getAllByText(words)).toHaveLength(2);
    expect(screen.queryByText(/sent in its turn/)).toBeNull();
  });

  it('says what it waits for', async () => {
    showHistory([
      become({ status: 'APPROVED', heldBecause: 'It waits: campaigns need the Developer plan.' }),
      become({
        id: 'quick',
        postTitle: 'Too fast',
        status: 'APPROVED',
        problem: { outcome: 'too-fast', text: 'Its replies wait until noon.' },
      }),
    ]);
    expect((await rowOf(title)).getByText('It waits: campaigns need the Developer plan.')).toBeDefined();
    expect((await rowOf('Too fast')).getByText('Its replies wait until noon.')).toBeDefined();
    expect(screen.queryByText('Left for you:')).toBeNull();
  });
});

describe('what was typed and not sent', () => {
  const typed = (content: string, keptAs: string) => JSON.stringify({ document: { content, keptAs } });

  it('outlives a rejection and a reload, and is there again once that is taken back', async () => {
    const key = replyKey(founder.id, exampleConversation.id);
    const kept = typed('Half a reply', 'A reply that was not approved');
    localStorage.setItem(key, kept);
    const server = changing();
    const { unmount } = showHistory(server['GET /api/conversations'], server);
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
    expect(localStorage.getItem(key)).toBe(kept);
    unmount();
    showHistory(server['GET /api/conversations'], {
      ...server,
      'GET /api/conversations/conversation-1/guidance': exampleGuidance,
    });
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
    await press('Approve');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply', {}, { timeout: 8_000 });
    expect(field.value).toBe('Half a reply');
  });

  it('stays when the server refuses to take the conversation back', async () => {
    const address = 'https://lemmy.example.org/comment/9';
    showHistory([become({ status: 'READY' })], { [patch]: refusal(500, 'internal', 'Away.') });
    await userEvent.type((await rowOf(title)).getByRole('textbox'), address);
    await press('Take back');
    expect(await screen.findByText('Away.', { exact: false })).toBeDefined();
    expect((await rowOf(title)).getByRole<HTMLInputElement>('textbox').value).toBe(address);
    expect(localStorage.getItem(addressKey(founder.id, exampleConversation.id))).toBe(
      typed(address, 'The address of a reply'),
    );
  });
});
