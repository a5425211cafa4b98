// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { exampleBriefing, exampleConversation } from '#web/features/outreach/example-outreach.data.ts';
import { rowOf, showHistory } from '#web/features/outreach/history/show-history.tsx';
import { refusal } from '#web/testing/stub-server.ts';

const ready: Conversation = {
  ...exampleBriefing,
  status: 'READY',
  reply: 'My own words about calendars.',
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const posted = 'POST /api/conversations/conversation-2/posted';
const title = ready.postTitle;
const found: Conversation = {
  ...ready,
  status: 'POSTED',
  replyPostedUrl: 'https://news.ycombinator.com/item?id=9',
  updatedAt: '2026-11-20T11:00:00.000Z',
};

const open = vi.fn();
const press = async (name: string) => userEvent.click((await rowOf(title)).getByRole('button', { name }));

beforeEach(() => {
  open.mockReset();
  vi.stubGlobal('open', open);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

describe('a reply that its owner posts', () => {
  it('is copied, and its place opened in a new tab', async () => {
    const user = userEvent.setup();
    showHistory([ready]);
    await user.click((await rowOf(title)).getByRole('button', { name: 'Copy and open' }));
    expect(await navigator.clipboard.readText()).toBe('My own words about calendars.');
    expect(open).toHaveBeenCalledExactlyOnceWith(
      'https://news.ycombinator.com/reply?id=2',
      '_blank',
      'noopener,noreferrer',
    );
    expect((await rowOf(title)).getByText(/^Copied\..*If no tab opened, use the link\.$/)).toBeDefined();
  });

  it('says that no one else can open a link to this computer', async () => {
    const trackedLink = 'http://localhost:3000/r/abc123';
    showHistory([{ ...ready, trackedLink, reply: `I made it: ${trackedLink}` }]);
    expect((await rowOf(title)).getByText(/^Only this computer can open your link/)).toBeDefined();
  });

  it('is selected, and nothing opened, where the browser refuses to copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    showHistory([ready]);
    await user.click((await rowOf(title)).getByRole('button', { name: 'Copy and open' }));
    expect((await rowOf(title)).getByText(/The text is selected/)).toBeDefined();
    expect(open).not.toHaveBeenCalled();
  });

  it('never opens an address that is no web page', async () => {
    const user = userEvent.setup();
    showHistory([{ ...ready, replyUrl: 'javascript:alert(1)' }]);
    await user.click((await rowOf(title)).getByRole('button', { name: 'Copy and open' }));
    expect(open).not.toHaveBeenCalled();
    expect((await rowOf(title)).queryByRole('link', { name: /Open without copying/ })).toBeNull();
  });

  it('is found and linked', async () => {
    const { callsOf } = showHistory([ready], { [posted]: found });
    await press('I posted it');
    expect(await screen.findByText('Reply found')).toBeDefined();
    expect(callsOf(posted)[0]?.body).toEqual({});
    const link = (await rowOf(title)).getByRole('link', { name: /View your reply/ });
    expect(link.getAttribute('href')).toBe(found.replyPostedUrl);
    expect((await rowOf(title)).getByText('Not checked yet')).toBeDefined();
  });

  it('that is not found yet says what happens next', async () => {
    showHistory([ready], { [posted]: ready });
    await press('I posted it');
    expect(await screen.findByText(/^Not found yet\..*for three days.*give us the address/)).toBeDefined();
    expect((await rowOf(title)).getByText('READY')).toBeDefined();
  });

  it('is told where its place shows the address of a reply', async () => {
    showHistory([ready]);
    expect((await rowOf(title)).getByText(/behind the time beside your name/)).toBeDefined();
  });

  it.each([
    ['reply_url_elsewhere', 'That address is not in this conversation.'],
    ['reply_url_thread', 'That is the address of the conversation itself.'],
    ['reply_url_invalid', 'That is not the address of a page.'],
  ])('keeps an address that is refused by %s, and says so in the field', async (code, reason) => {
    const { callsOf, unmount } = showHistory([ready], { [posted]: refusal(400, code, reason) });
    const field = (await rowOf(title)).getByLabelText<HTMLInputElement>(/Address of your reply/);
    await userEvent.type(field, 'https://elsewhere.example.org/9');
    await press('I posted it');
    expect((await screen.findByRole('alert')).textContent).toBe(reason);
    expect(document.activeElement).toBe(field);
    expect(callsOf(posted)[0]?.body).toEqual({ url: 'https://elsewhere.example.org/9' });
    unmount();
    showHistory([ready]);
    const again = (await rowOf(title)).getByLabelText<HTMLInputElement>(/Address of your reply/);
    expect(again.value).toBe('https://elsewhere.example.org/9');
  });

  it('stays as it is when the server is away', async () => {
    showHistory([ready], { [posted]: refusal(503, 'internal', 'Away.') });
    await press('I posted it');
    expect(await screen.findByText(/This could not be done/)).toBeDefined();
    expect((await rowOf(title)).getByText('Away.', { exact: false }).textContent).toBe('Not saved. Away.');
  });
});

describe('a reply that no one can look for', () => {
  const blind = { ...ready, replyFindable: false };

  it('needs its address, and says why and where to change that', async () => {
    const { callsOf } = showHistory([blind], { [posted]: found });
    const row = await rowOf(title);
    expect(row.getByText(/^We can’t look without a linked account: paste the address/)).toBeDefined();
    expect(row.getByRole('link', { name: 'Link an account' }).getAttribute('href')).toBe('/settings');
    await press('I posted it');
    const field = row.getByRole('textbox', { name: 'Address of your reply' });
    expect(row.getByRole('alert').textContent).toBe('Paste the address of your reply first.');
    expect([callsOf(posted).length, document.activeElement]).toEqual([0, field]);
    await userEvent.type(field, 'https://news.ycombinator.com/item?id=9');
    await press('I posted it');
    expect(await screen.findByText('Reply linked')).toBeDefined();
    expect(screen.queryByText('Reply found')).toBeNull();
  });

  it('is offered no account where none can be linked', async () => {
    showHistory([{ ...blind, source: 'stack-exchange', host: 'parenting.stackexchange.com' }]);
    const row = await rowOf(title);
    expect(row.getByText('We can’t look there: paste the address of your reply.')).toBeDefined();
    expect(row.queryByRole('link', { name: 'Link an account' })).toBeNull();
  });

  it('is not promised to be looked for when the address shows nothing', async () => {
    showHistory([blind], { [posted]: blind });
    await userEvent.type((await rowOf(title)).getByRole('textbox'), 'https://news.ycombinator.com/item?id=9');
    await press('I posted it');
    const told = await screen.findByText(/^Not found yet\./);
    expect(told.textContent).not.toMatch(/three days|leave this page|keep looking/);
  });

  it('says so in the field when the account was unlinked meanwhile', async () => {
    const reason = 'We can’t look without a linked account: paste the address of your reply.';
    showHistory([ready], { [posted]: refusal(409, 'reply_address_needed', reason) });
    await press('I posted it');
    expect((await screen.findByRole('alert')).textContent).toBe(reason);
  });
});

describe('a reply that arrived without an address', () => {
  it('is given it by its owner', async () => {
    const nowhere: Conversation = { ...found, replyPostedUrl: null };
    const { callsOf } = showHistory([nowhere], {
      [posted]: { ...found, updatedAt: '2026-11-20T12:00:00.000Z' },
    });
    await press('Add its address');
    expect((await rowOf(title)).getByRole('alert').textContent).toContain('Paste the address');
    await userEvent.type((await rowOf(title)).getByRole('textbox'), 'https://news.ycombinator.com/item?id=9');
    await press('Add its address');
    expect(await (await rowOf(title)).findByRole('link', { name: /View your reply/ })).toBeDefined();
    expect(callsOf(posted)).toHaveLength(1);
  });
});

it('nothing is copied and opened before the server has taken the approval', async () => {
  let take = (_: Response) => {};
  const byHand: Conversation = { ...exampleConversation, replyWay: 'hand' };
  showHistory([byHand], {
    'PATCH /api/conversations/conversation-1/status': () =>
      new Promise<Response>((resolve) => {
        take = resolve;
      }),
  });
  const row = await rowOf(byHand.postTitle);
  await userEvent.click(row.getByRole('button', { name: 'Approve' }));
  expect(row.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(true);
  expect(row.queryByRole('link', { name: /Open without copying/ })).toBeNull();
  expect(row.queryByRole('button', { name: 'I posted it' })).toBeNull();
  take(Response.json({ ...byHand, status: 'READY', updatedAt: '2026-11-20T10:00:00.000Z' }));
  expect(await row.findByRole('button', { name: 'I posted it' })).toBeDefined();
  expect(row.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(false);
});
