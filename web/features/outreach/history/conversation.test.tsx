// @vitest-environment page
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { conversationStatus } from '#shared/contracts/opportunities.ts';
import {
  type Answers,
  aroundEachTest,
  exampleBriefing,
  exampleCampaign,
  exampleConversation,
  exampleGuidance,
  listCampaignsCall,
  pendingAnswer,
  rowOf,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { replyKey } from '#web/features/outreach/use-draft-text.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { EngagementHistory } from './EngagementHistory.tsx';
import './ReplyEditor.tsx';

aroundEachTest();

const list = 'GET /api/conversations';
const patch = 'PATCH /api/conversations/conversation-1/status';
const guidance = { 'GET /api/conversations/conversation-1/guidance': exampleGuidance };
const title = exampleConversation.postTitle;

function showHistory(conversations: Answers[string], answers: Answers = {}) {
  const history = <EngagementHistory userId={founder.id} isReadOnly={false} onFind={() => {}} />;
  return show(history, { [list]: conversations, ...answers });
}

const pressIn = async (row: string, name: string) =>
  userEvent.click((await rowOf(row)).getByRole('button', { name }));
const press = (name: string) => pressIn(title, name);

function changed(change: Partial<Conversation>): Conversation {
  return { ...exampleConversation, updatedAt: '2026-11-20T10:00:00.000Z', ...change };
}

/** A server that saves every decision. */
function deciding() {
  let now = exampleConversation;
  let moment = Date.parse('2026-11-20T10:00:00.000Z');
  return {
    [list]: ({ query }: { query: URLSearchParams }) =>
      [now].filter(({ status }) => status === (query.get('status') ?? status)),
    [patch]: ({ body }: { body: unknown }) => {
      moment += 1_000;
      now = { ...now, ...(body as Partial<Conversation>), updatedAt: new Date(moment).toISOString() };
      return now;
    },
  };
}

describe('a conversation', () => {
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
    'has neither Approve nor Reject while it is %s, and shows the owner’s words',
    async (status) => {
      const suggestion = { suggestionKind: 'briefing', suggestedReply: 'A hint.' } as const;
      showHistory([{ ...exampleConversation, ...suggestion, status, reply: 'Colour the week.' }]);
      const row = await rowOf(title);
      expect(row.getByText(status)).toBeDefined();
      expect(row.getByText('Your reply:').parentElement?.textContent).toBe('Your reply: Colour the week.');
      expect(row.queryByRole('button', { name: 'Approve' })).toBeNull();
      expect(row.queryByRole('button', { name: 'Reject' })).toBeNull();
    },
  );

  it('without a title is named after the first words of the post, else its address', async () => {
    const originalPost = `Whose week is it?\n${'a '.repeat(80)}`;
    showHistory([
      { ...exampleConversation, postTitle: '', originalPost },
      { ...exampleConversation, id: 'bare', postTitle: '', originalPost: ' ' },
    ]);
    expect(await screen.findByRole('article', { name: /^Whose week is it\? a a/ })).toBeDefined();
    expect(screen.getByRole('article', { name: exampleConversation.postUrl })).toBeDefined();
  });

  it('shows hostile texts as text, and unsafe links as words', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>&amp;';
    const texts = { postTitle: hostile, originalPost: hostile, suggestedReply: hostile, why: [hostile] };
    const { container } = showHistory([{ ...exampleConversation, ...texts, postUrl: 'javascript:alert(1)' }]);
    const row = await rowOf(hostile);
    expect(row.getAllByText(hostile, { exact: false }).length).toBeGreaterThan(2);
    expect(row.queryByRole('link', { name: /View Post/ })).toBeNull();
    expect(container.querySelector('img, script')).toBeNull();
  });

  it.each([
    [
      'the last check of a posted reply',
      {
        status: 'POSTED',
        replyPostedUrl: 'https://lemmy.example.org/comment/9',
        standing: 'removed',
        standingCheckedAt: '2026-11-21T09:00:00.000Z',
      },
      ['Removed there', /^Checked/, /^View your reply/],
    ],
    [
      'why automated posting left it',
      { heldBecause: 'Confidence 92 is below your threshold 95.' },
      ['Left for you:', 'Confidence 92 is below your threshold 95.'],
    ],
    [
      'what an approved reply waits for',
      { status: 'APPROVED', heldBecause: 'It waits: campaigns need the Developer plan.' },
      ['Not sent yet:', 'It waits: campaigns need the Developer plan.'],
    ],
    [
      'which problem delays an approved reply',
      { status: 'APPROVED', problem: { outcome: 'too-fast', text: 'Its replies wait until noon.' } },
      ['Not sent yet:', 'Its replies wait until noon.'],
    ],
    [
      'that its session has ended',
      { status: 'APPROVED', problem: { outcome: 'logged-out', text: 'Your sign-in has ended.' } },
      ['Your sign-in has ended.', 'Sign in again'],
    ],
    ['that it can only be read', { replyWay: 'none' }, ['Only to be read', 'AWAITING_REVIEW']],
  ] as const)('shows %s', async (_, change, texts) => {
    showHistory([{ ...exampleConversation, ...change }]);
    const row = await rowOf(title);
    for (const text of texts) expect(row.getByText(text, { exact: false })).toBeDefined();
  });
});

describe('a decision', () => {
  it('is shown at once, confirmed by a notice, and undone', async () => {
    const server = deciding();
    const approval = pendingAnswer();
    let isFirst = true;
    const { callsOf } = showHistory(server[list], {
      [patch]: (call) => {
        if (!isFirst) return server[patch](call);
        isFirst = false;
        return approval.answer();
      },
    });
    await press('Approve');
    expect((await rowOf(title)).getByText('APPROVED')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('article', { name: title }));
    // A key that is held does not undo what it has just done.
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Conversation Approved')).toBeNull();
    approval.give(Response.json(server[patch]({ body: { status: 'APPROVED' } })));
    expect(await screen.findByText('Conversation Approved')).toBeDefined();
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
    expect((await rowOf(title)).getByRole('button', { name: 'Approve' })).toBeDefined();
    expect(callsOf(patch).map(({ body }) => body)).toEqual([
      { status: 'APPROVED' },
      { status: 'AWAITING_REVIEW' },
    ]);
  });

  it.each([
    ['Approve', 'Failed to approve conversation'],
    ['Reject', 'Failed to reject conversation'],
  ])('to %s is rolled back when it fails, in the specification’s words', async (button, text) => {
    showHistory([exampleConversation], { [patch]: refusal(500, 'internal', 'Something broke.') });
    await press(button);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    const row = await rowOf(title);
    expect(row.getByText('AWAITING_REVIEW')).toBeDefined();
    expect(row.getByText('Something broke.', { exact: false })).toBeDefined();
  });

  it('stays in sight under a filter by the earlier status, to be undone', async () => {
    const server = deciding();
    showHistory(server[list], server);
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Status' }),
      'Waits for your review',
    );
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
    fireEvent(window, new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
  });

  it('refreshes the row and says so when another tab was first', async () => {
    let now = exampleConversation;
    const text = 'This conversation has moved on: it is REJECTED now.';
    showHistory(() => [now], {
      [patch]: () => {
        now = changed({ status: 'REJECTED' });
        return refusal(409, 'conversation_moved_on', text);
      },
    });
    await press('Approve');
    expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0);
    await waitFor(async () => expect((await rowOf(title)).getByText('REJECTED')).toBeDefined());
  });

  it.each([
    ['a reply is not welcome', exampleConversation, /a reply about your product is not welcome there/],
    [
      'the thread is over',
      { ...exampleBriefing, id: 'conversation-1', postTitle: title, postedAt: '2020-01-01T09:00:00.000Z' },
      /^Hacker News closes its threads after two weeks/,
    ],
  ])('can only be to reject where %s', async (_, conversation, reason) => {
    const { callsOf } = showHistory([{ ...conversation, replyWay: 'none' }], {
      [patch]: changed({ status: 'REJECTED' }),
    });
    const approve = (await rowOf(title)).getByRole('button', { name: 'Approve' });
    expect(approve.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(approve.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      reason,
    );
    await userEvent.click(approve);
    expect(callsOf(patch)).toHaveLength(0);
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
  });

  it.each([
    ['an unsent draft', {}, 'Half a reply'],
    ['the text of an earlier approval', { reply: 'Colour the week.' }, 'Colour the week.'],
  ])('to approve opens %s first: nothing unseen is sent', async (_, change, text) => {
    const draft = JSON.stringify({ document: { content: 'Half a reply' } });
    if (!('reply' in change)) localStorage.setItem(replyKey(founder.id, exampleConversation.id), draft);
    const { callsOf } = showHistory([{ ...exampleConversation, ...change }], guidance);
    await press('Approve');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your reply')).value).toBe(text);
    expect(callsOf(patch)).toEqual([]);
  });

  it('says that a reply waits while its campaign is paused', async () => {
    const server = deciding();
    showHistory(server[list], { ...server, [listCampaignsCall]: [{ ...exampleCampaign, active: false }] });
    await (await rowOf(title)).findByText('Once approved, it waits until you resume the campaign.');
    await press('Approve');
    await screen.findByText('Conversation Approved');
    expect(screen.getAllByText(/^Waits until you resume the campaign\./)).toHaveLength(2);
    expect(screen.queryByText(/sent in its turn/)).toBeNull();
  });
});

describe('a reply that was not sent', () => {
  const takeOver = 'POST /api/conversations/conversation-1/take-over';
  const problem = { outcome: 'busy', text: 'The server there was busy.' } as const;

  it.each([
    ['FAILED', 'Post it by hand', 'The server there was busy. Your words are kept.'],
    ['UNCONFIRMED', 'It is not there: post it by hand', 'The server there was busy.'],
  ] as const)('%s: says why, and is handed over to be posted by hand', async (status, name, text) => {
    let answer: object = refusal(500, 'internal', 'Away.');
    const { callsOf } = showHistory([{ ...exampleConversation, status, problem }], {
      [takeOver]: () => answer,
    });
    expect((await rowOf(title)).getByText(text)).toBeDefined();
    await press(name);
    expect(await screen.findByText(/This could not be done/)).toBeDefined();
    answer = changed({ status: 'READY' });
    await press(name);
    expect(await screen.findByRole('button', { name: 'Copy and open' })).toBeDefined();
    expect(callsOf(takeOver)).toHaveLength(2);
  });

  it('leads to the settings when its account must be linked again, and is reviewed again', async () => {
    const loggedOut = { outcome: 'logged-out', text: 'Link the account again.' } as const;
    const { callsOf } = showHistory([{ ...exampleConversation, status: 'FAILED', problem: loggedOut }], {
      [patch]: changed({ status: 'AWAITING_REVIEW' }),
    });
    const link = (await rowOf(title)).getByRole('link', { name: 'Link the account again' });
    expect(link.getAttribute('href')).toBe('/settings');
    await press('Review it again');
    expect(await screen.findByText('Taken back')).toBeDefined();
    expect(callsOf(patch)[0]?.body).toEqual({ status: 'AWAITING_REVIEW' });
  });

  it('UNCONFIRMED: is linked when its owner sees it there', async () => {
    showHistory([{ ...exampleConversation, status: 'UNCONFIRMED', problem }], {
      'POST /api/conversations/conversation-1/posted': changed({
        status: 'POSTED',
        replyPostedUrl: 'https://lemmy.example.org/comment/9',
      }),
    });
    await userEvent.type((await rowOf(title)).getByRole('textbox'), 'https://lemmy.example.org/comment/9');
    await press('It is there');
    expect(await screen.findByRole('link', { name: /View your reply/ })).toBeDefined();
  });
});

describe('a reply that its owner posts', () => {
  const ready: Conversation = {
    ...exampleBriefing,
    status: 'READY',
    reply: 'My own words about calendars.',
    updatedAt: '2026-11-20T10:00:00.000Z',
  };
  const posted = 'POST /api/conversations/conversation-2/posted';
  const found: Conversation = {
    ...ready,
    status: 'POSTED',
    replyPostedUrl: 'https://news.ycombinator.com/item?id=9',
    updatedAt: '2026-11-20T11:00:00.000Z',
  };
  const open = vi.fn();
  const row = () => rowOf(ready.postTitle);
  const pressReady = (name: string) => pressIn(ready.postTitle, name);
  const address = async () =>
    (await row()).getByRole<HTMLInputElement>('textbox', { name: /^Address of your reply/ });

  beforeEach(() => {
    open.mockReset();
    vi.stubGlobal('open', open);
  });

  it('is copied, and its place opened in a new tab', async () => {
    const user = userEvent.setup();
    showHistory([ready]);
    await user.click((await row()).getByRole('button', { name: 'Copy and open' }));
    expect(await navigator.clipboard.readText()).toBe('My own words about calendars.');
    const place = 'https://news.ycombinator.com/reply?id=2';
    expect(open).toHaveBeenCalledExactlyOnceWith(place, '_blank', 'noopener,noreferrer');
    expect((await row()).getByText(/^Copied\..*If no tab opened, use the link\.$/)).toBeDefined();
    expect((await row()).getByText(/behind the time beside your name/)).toBeDefined();
  });

  it('is selected, and nothing opened, where the browser refuses to copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    showHistory([ready]);
    await user.click((await row()).getByRole('button', { name: 'Copy and open' }));
    expect((await row()).getByText(/The text is selected/)).toBeDefined();
    expect(open).not.toHaveBeenCalled();
  });

  it('never opens an address that is no web page', async () => {
    const user = userEvent.setup();
    showHistory([{ ...ready, replyUrl: 'javascript:alert(1)' }]);
    await user.click((await row()).getByRole('button', { name: 'Copy and open' }));
    expect(open).not.toHaveBeenCalled();
    expect((await row()).queryByRole('link', { name: /Open without copying/ })).toBeNull();
  });

  it('warns of a link that only this computer can open', async () => {
    const trackedLink = 'http://localhost:3000/r/abc123';
    showHistory([{ ...ready, trackedLink, reply: `I made it: ${trackedLink}` }]);
    expect((await row()).getByText(/^Only this computer can open your link/)).toBeDefined();
  });

  it('can be posted only once the server has saved the approval', async () => {
    const approval = pendingAnswer();
    const byHand: Conversation = { ...exampleConversation, replyWay: 'hand' };
    showHistory([byHand], { [patch]: approval.answer });
    const shown = await rowOf(title);
    await userEvent.click(shown.getByRole('button', { name: 'Approve' }));
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(true);
    expect(shown.queryByRole('link', { name: /Open without copying/ })).toBeNull();
    expect(shown.queryByRole('button', { name: 'I posted it' })).toBeNull();
    approval.give(Response.json(changed({ replyWay: 'hand', status: 'READY' })));
    expect(await shown.findByRole('button', { name: 'I posted it' })).toBeDefined();
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(false);
  });

  it('is found and linked', async () => {
    const { callsOf } = showHistory([ready], { [posted]: found });
    await pressReady('I posted it');
    expect(await screen.findByText('Reply found')).toBeDefined();
    expect(callsOf(posted)[0]?.body).toEqual({});
    const link = (await row()).getByRole('link', { name: /View your reply/ });
    expect(link.getAttribute('href')).toBe(found.replyPostedUrl);
    expect((await row()).getByText('Not checked yet')).toBeDefined();
  });

  it.each([
    [true, '', /^Not found yet\..*for three days.*give us the address/],
    [false, 'https://news.ycombinator.com/item?id=9', /^Not found yet\.(?!.*(three days|leave this page))/],
  ])('says what happens next when it is not found (findable: %s)', async (replyFindable, url, text) => {
    const conversation = { ...ready, replyFindable };
    showHistory([conversation], { [posted]: conversation });
    if (url) await userEvent.type(await address(), url);
    await pressReady('I posted it');
    expect(await screen.findByText(text)).toBeDefined();
    expect((await row()).getByText('READY')).toBeDefined();
  });

  it.each([
    ['reply_url_elsewhere', 'That address is not in this conversation.'],
    ['reply_url_thread', 'That is the address of the conversation itself.'],
    ['reply_url_invalid', 'That is not the address of a page.'],
    ['reply_address_needed', 'We can’t look without a linked account: paste the address of your reply.'],
  ])('keeps an address that is refused by %s, and says so in the field', async (code, reason) => {
    const { callsOf, unmount } = showHistory([ready], { [posted]: refusal(400, code, reason) });
    await userEvent.type(await address(), 'https://elsewhere.example.org/9');
    await pressReady('I posted it');
    expect((await screen.findByRole('alert')).textContent).toBe(reason);
    expect(document.activeElement).toBe(await address());
    expect(callsOf(posted)[0]?.body).toEqual({ url: 'https://elsewhere.example.org/9' });
    unmount();
    showHistory([ready]);
    expect((await address()).value).toBe('https://elsewhere.example.org/9');
  });

  it('stays as it is, with its address, when the server is away', async () => {
    const away = refusal(503, 'internal', 'Away.');
    showHistory([ready], { [posted]: away, [patch.replace('-1/', '-2/')]: away });
    await userEvent.type(await address(), 'https://news.ycombinator.com/item?id=9');
    await pressReady('I posted it');
    expect(await screen.findByText(/This could not be done/)).toBeDefined();
    expect((await row()).getByText('Away.', { exact: false }).textContent).toBe('Not saved. Away.');
    await pressReady('Take back');
    expect(await screen.findByText('Not changed.')).toBeDefined();
    expect((await address()).value).toBe('https://news.ycombinator.com/item?id=9');
    const [stored = ''] = Object.values<string>({ ...localStorage });
    expect(JSON.parse(stored).document.keptAs).toBe('The address of a reply');
  });

  it.each([
    ['nobody can look for it', { ...ready, replyFindable: false }, 'I posted it'],
    ['it arrived without one', { ...found, replyPostedUrl: null }, 'Add its address'],
  ])('needs its address where %s', async (_, conversation, button) => {
    const { callsOf } = showHistory([conversation], {
      [posted]: { ...found, updatedAt: '2026-11-20T12:00:00.000Z' },
    });
    await pressReady(button);
    expect((await row()).getByRole('alert').textContent).toBe('Paste the address of your reply first.');
    expect([callsOf(posted).length, document.activeElement]).toEqual([0, await address()]);
    await userEvent.type(await address(), 'https://news.ycombinator.com/item?id=9');
    await pressReady(button);
    expect(await screen.findByText('Reply linked')).toBeDefined();
    expect(await (await row()).findByRole('link', { name: /View your reply/ })).toBeDefined();
  });

  it.each([
    ['hacker-news', /^We can’t look without a linked account: paste the address/, true],
    ['stack-exchange', 'We can’t look there: paste the address of your reply.', false],
  ] as const)('offers to link an account where one can be linked: %s', async (source, text, isOffered) => {
    showHistory([{ ...ready, source, replyFindable: false }]);
    const shown = await row();
    expect(shown.getByText(text)).toBeDefined();
    const link = shown.queryByRole('link', { name: 'Link an account' });
    expect(link?.getAttribute('href')).toBe(isOffered ? '/settings' : undefined);
  });
});
