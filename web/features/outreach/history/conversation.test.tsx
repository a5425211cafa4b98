// @vitest-environment page
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationStatus } from '#shared/contracts/outreach/opportunities.ts';
import { statusLooks } from '#web/features/outreach/status-labels.ts';
import { replyKey } from '#web/features/outreach/use-draft-text.ts';
import { briefing, draft, openOutreachApp, press, rowOf } from '#web/testing/outreach-app.tsx';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import { EngagementHistory } from './EngagementHistory.tsx';
import './ReplyEditor.tsx';

const app = openOutreachApp();
const { world } = app;

const patch = 'PATCH /api/conversations/conversation-1/status';
const title = draft.title;
const away = refusal(500, 'internal', 'Something broke.');
const row = () => rowOf(title);

const showHistory = (answers?: Answers) =>
  app.show(<EngagementHistory userId={world.founder.id} isReadOnly={false} onFind={() => {}} />, answers);

/** Shows the draft, changed so. */
async function showDraft(changes?: Parameters<typeof app.conversation>[0], answers?: Answers) {
  await app.conversation(changes);
  return showHistory(answers);
}

beforeEach(async () => {
  await app.campaign();
});

describe('a conversation', () => {
  it('shows what the specification lists', async () => {
    const suggestedReply = `${'a'.repeat(149)}bcd`;
    await showDraft({ suggestedReply, visits: 1_234 });
    const shown = await row();
    expect(shown.getByText('Two Homes')).toBeDefined();
    expect(shown.getByText('Lemmy (lemmy.world), parenting').tagName).toBe('BDI');
    expect(shown.getByText('Awaiting review')).toBeDefined();
    expect(shown.queryByText('AWAITING_REVIEW')).toBeNull();
    expect(shown.getByText(`${'a'.repeat(149)}b...`)).toBeDefined();
    expect(shown.getByText(`${(1_234).toLocaleString()} clicks`)).toBeDefined();
    const link = shown.getByRole('link', { name: /^View Post/ });
    expect(link.getAttribute('href')).toBe(draft.url);
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(shown.getByRole('button', { name: 'Approve' })).toBeDefined();
    expect(shown.getByRole('button', { name: 'Reject' })).toBeDefined();
  });

  it('shows its suggestion without marks in the line, and as it is in its details', async () => {
    const suggestedReply = 'Send a **payment reminder** before it is due.';
    await showDraft({ suggestedReply });
    const line = (await row()).getByText('Suggested:').parentElement;
    expect(line?.textContent).toBe('Suggested: Send a payment reminder before it is due.');
    expect((await row()).getByText(suggestedReply)).toBeDefined();
  });

  it('has neither Approve nor Reject once it is decided, and shows the owner’s words', async () => {
    const decided = conversationStatus.options.filter((status) => status !== 'AWAITING_REVIEW');
    const suggestion = { suggestionKind: 'briefing', suggestedReply: 'A hint.' } as const;
    for (const status of decided) {
      const own = { id: status, externalId: status, title: `It is ${status}` };
      await app.conversation({ ...own, ...suggestion, status, reply: 'Colour the week.' });
    }
    await showHistory();
    for (const status of decided) {
      const shown = await rowOf(`It is ${status}`);
      expect(shown.getByText(statusLooks[status].label)).toBeDefined();
      expect(shown.getByText('Your reply:').parentElement?.textContent).toBe('Your reply: Colour the week.');
    }
    expect(screen.queryByRole('button', { name: /^(Approve|Reject)$/ })).toBeNull();
  });

  it('without a title is named after the first words of the post, else its address', async () => {
    const untitled = { ...draft, title: '' };
    await app.conversation({ ...untitled, originalPost: `Whose week is it?${'a '.repeat(80)}` });
    await app.conversation({ ...untitled, id: 'bare', externalId: 'bare', originalPost: ' ' });
    await showHistory();
    expect(await screen.findByRole('article', { name: /^Whose week is it\?a a/ })).toBeDefined();
    expect(screen.getByRole('article', { name: draft.url })).toBeDefined();
  });

  it('shows hostile texts as text, and unsafe links as words', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>&amp;';
    const texts = { title: hostile, originalPost: hostile, suggestedReply: hostile, quote: hostile };
    const { container } = await showDraft({ ...texts, url: 'javascript:alert(1)' });
    const shown = await rowOf(hostile);
    expect(shown.getAllByText(hostile, { exact: false }).length).toBeGreaterThan(2);
    expect(shown.queryByRole('link', { name: /View Post/ })).toBeNull();
    expect(container.querySelector('img, script')).toBeNull();
  });

  it.each([
    [
      'the last check of a posted reply',
      { status: 'POSTED', replyUrl: 'https://lemmy.world/comment/9', postStatus: 'removed' },
      ['Removed there', /^Checked/, /^View your reply/],
    ],
    [
      'why automated posting left it',
      { heldBecause: { code: 'unsure', confidence: 92, threshold: 95 } },
      ['Left for you:', 'Its confidence of 92 is below your threshold of 95.'],
    ],
    [
      'what an approved reply waits for',
      { status: 'APPROVED', heldBecause: { code: 'plan' } },
      ['Not sent yet:', 'It waits: campaigns need the Developer plan.'],
    ],
    [
      'which problem delays an approved reply',
      {
        status: 'APPROVED',
        outcome: 'too-fast',
        heldBecause: { code: 'too-fast', host: 'lemmy.world', until: '2040-05-05T12:00:00Z' },
      },
      ['Not sent yet:', /Its replies wait until .*2040/],
    ],
    [
      'that its session has ended',
      { status: 'APPROVED', outcome: 'logged-out', heldBecause: { code: 'logged-out', host: 'lemmy.world' } },
      ['Your sign-in at lemmy.world has ended.', 'Nothing was posted.'],
    ],
    ['that it can only be read', { source: 'github', host: 'github.com' }, ['Only to be read']],
  ] as const)('shows %s', async (_, change, texts) => {
    await showDraft(change);
    const shown = await row();
    for (const text of texts) expect(shown.getByText(text, { exact: false })).toBeDefined();
  });
});

it('shows the words that a place changed, and clicks that look automatic', async () => {
  const reply = 'A damn good idea.';
  const replyUrl = 'https://lemmy.world/comment/9';
  await showDraft({
    status: 'POSTED',
    reply,
    replyUrl,
    postedText: 'A *removed* good idea.',
    visits: 6,
    automaticVisits: 20,
  });
  const shown = await row();
  expect(shown.getByText('Its words were changed there:').parentElement?.textContent).toContain(
    'A *removed* good idea.',
  );
  expect(shown.getByText('6 clicks, 20 more look automatic')).toBeDefined();
});

describe('a decision', () => {
  it('is shown at once, confirmed by a notice, and undone', async () => {
    await world.linkAccount('lemmy', draft.host);
    const { answer, arrive } = lateResponse();
    await showDraft({}, { [patch]: answer });
    await press('Approve');
    expect((await row()).getByText('Approved, to be sent')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('article', { name: title }));
    // A key that is held does not undo what it has just done.
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Conversation Approved')).toBeNull();
    await arrive();
    expect(await screen.findByText('Conversation Approved')).toBeDefined();
    expect(await world.conversations()).toMatchObject([{ status: 'APPROVED', reply: draft.suggestedReply }]);
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
    expect((await row()).getByRole('button', { name: 'Approve' })).toBeDefined();
  });

  it.each([
    ['Approve', 'Failed to approve conversation'],
    ['Reject', 'Failed to reject conversation'],
  ])('to %s is rolled back when it fails, in the specification’s words', async (button, text) => {
    await showDraft({}, { [patch]: away });
    await press(button);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    expect((await row()).getByText('Awaiting review')).toBeDefined();
    expect((await row()).getByText('Something broke.', { exact: false })).toBeDefined();
  });

  it('to Approve a reply that is too alike opens it to be edited', async () => {
    await showDraft({}, { [patch]: refusal(400, 'reply_too_alike', 'Too alike.') });
    await press('Approve');
    expect((await row()).getByRole('alert').textContent).toMatch(/^Too alike\./);
    await press('Edit your reply');
    expect(await screen.findByRole('dialog', { name: 'Edit your reply' })).toBeDefined();
  });

  it('stays in sight under a filter by the earlier status, to be undone', async () => {
    await showDraft();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Awaiting review');
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
    fireEvent(window, new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await press('Take back');
    expect(await screen.findByText('Taken back')).toBeDefined();
  });

  it('refreshes the row and says so when another tab was first', async () => {
    await showDraft();
    await row();
    await world.setStatus(draft.id, { status: 'REJECTED' });
    await press('Approve');
    const text = 'This conversation has moved on: it is rejected now.';
    expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0);
    await waitFor(async () => expect((await row()).getByText('Rejected')).toBeDefined());
  });

  it.each([
    [
      'a reply is not welcome',
      { source: 'github', host: 'github.com' },
      /a reply about your product is not welcome there/,
    ],
    [
      'the thread is over',
      { ...briefing, id: draft.id, title, postedAt: new Date('2020-01-01T09:00:00Z') },
      /^Hacker News closes its threads after two weeks/,
    ],
  ] as const)('can only be to reject where %s', async (_, place, reason) => {
    await showDraft(place);
    expect((await row()).getByText(reason)).toBeDefined();
    expect((await row()).queryByRole('button', { name: 'Approve' })).toBeNull();
    await press('Reject');
    expect(await screen.findByText('Conversation Rejected')).toBeDefined();
  });

  it.each([
    ['an unsent draft', {}, 'Half a reply'],
    ['the text of an earlier approval', { reply: 'Colour the week.' }, 'Colour the week.'],
  ])('to approve opens %s first: nothing unseen is sent', async (_, change, text) => {
    const unsent = JSON.stringify({ document: { content: 'Half a reply' } });
    if (!('reply' in change)) localStorage.setItem(replyKey(world.founder.id, draft.id), unsent);
    const { callsOf } = await showDraft(change);
    await press('Approve');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your reply')).value).toBe(text);
    expect(callsOf(patch)).toEqual([]);
  });

  it('says that a reply waits while its campaign is paused', async () => {
    await world.linkAccount('lemmy', draft.host);
    await world.call('PATCH', '/api/campaign/campaign-1/pause');
    await showDraft();
    await (await row()).findByText('Once approved, it waits until the campaign runs again.');
    await press('Approve');
    await screen.findByText('Conversation Approved');
    expect(screen.getAllByText('Waits until the campaign runs again.')).toHaveLength(2);
    expect(screen.queryByText(/sent in its turn/)).toBeNull();
  });
});

describe('a reply that was not sent', () => {
  const problem = { outcome: 'unknown', heldBecause: { code: 'answer-lost', host: 'lemmy.world' } } as const;
  const because =
    'The answer of lemmy.world was lost, so your reply may be there or not. We look for it and never send it twice.';

  it.each([
    ['FAILED', 'Post it by hand', `${because} Your words are kept.`],
    ['UNCONFIRMED', 'It is not there: post it by hand', because],
  ] as const)('%s: says why, and is handed over to be posted by hand', async (status, name, text) => {
    let isAway = true;
    await showDraft(
      { status, ...problem },
      { 'POST /api/conversations/conversation-1/take-over': () => (isAway ? away : undefined) },
    );
    expect((await row()).getByText(text)).toBeDefined();
    await press(name);
    expect(await screen.findByText(/This could not be done/)).toBeDefined();
    isAway = false;
    await press(name);
    expect(await screen.findByRole('button', { name: 'Copy and open' })).toBeDefined();
  });

  it('is reviewed again', async () => {
    await showDraft({
      status: 'FAILED',
      outcome: 'closed',
      heldBecause: { code: 'closed', host: 'lemmy.world' },
    });
    await press('Review it again');
    expect(await screen.findByText('Taken back')).toBeDefined();
    expect((await row()).getByText('Awaiting review')).toBeDefined();
  });

  it('says with its figures that the reply is too long', async () => {
    const params = { place: 'Mastodon', most: 408, length: 409 };
    const heldBecause = { code: 'refused-by-check', message: 'reply_too_long', params } as const;
    await showDraft({ status: 'AWAITING_REVIEW', heldBecause });
    expect((await row()).getByText(/^Mastodon leaves 408 .*; it has 409\.$/)).toBeDefined();
  });

  it('waits for a moderator, which is said as such, and is not called posted', async () => {
    await showDraft({
      status: 'UNCONFIRMED',
      outcome: 'moderation',
      heldBecause: { code: 'moderation', host: 'lemmy.world' },
    });
    const shown = await row();
    expect(shown.getByText('Waits for a moderator')).toBeDefined();
    expect(shown.getByText(/^A moderator of lemmy.world reads your reply/)).toBeDefined();
    expect(shown.queryByText(/Posted|Not confirmed|Add its address/)).toBeNull();
    await press('It was refused');
    expect(await shown.findByText('Nothing is posted there.')).toBeDefined();
    await waitFor(async () => expect(await world.conversations('status=REJECTED')).toHaveLength(1));
    expect(shown.queryByRole('button', { name: /by hand|Take back/ })).toBeNull();
  });

  it('UNCONFIRMED: is linked when its owner sees it there', async () => {
    await showDraft({ status: 'UNCONFIRMED', ...problem });
    await world.query('delete from posting_attempts');
    await userEvent.type((await row()).getByRole('textbox'), 'https://lemmy.world/comment/9');
    await press('It is there');
    expect(await screen.findByRole('link', { name: /View your reply/ })).toBeDefined();
  });
});

describe('a reply that its owner posts', () => {
  const posted = 'POST /api/conversations/conversation-2/posted';
  const text = 'My own words about calendars.';
  const own = 'https://news.ycombinator.com/item?id=9000';
  const open = vi.fn();
  const ready = () => rowOf(briefing.title);
  const address = async () =>
    (await ready()).getByRole<HTMLInputElement>('textbox', { name: /^Address of your reply/ });

  /** Shows the approved reply of an owner whose account is known, unless `hasAccount` is false. */
  async function showReady(hasAccount = true, answers?: Answers) {
    const maker = { source: 'hacker-news', host: briefing.host, username: 'maker' } as const;
    if (hasAccount) await app.account(maker);
    await app.conversation(briefing);
    const { status } = await world.setStatus(briefing.id, { status: 'APPROVED', reply: text });
    expect(status).toBe(200);
    return showHistory(answers);
  }

  beforeEach(() => {
    world.forum.reset();
    open.mockReset();
    vi.stubGlobal('open', open);
  });

  it('is copied, and its place opened in a new tab', async () => {
    const user = userEvent.setup();
    await showReady();
    await user.click((await ready()).getByRole('button', { name: 'Copy and open' }));
    expect(await navigator.clipboard.readText()).toBe(text);
    expect(open).toHaveBeenCalledExactlyOnceWith(briefing.url, '_blank', 'noopener,noreferrer');
    expect((await ready()).getByText(/^Copied\..*If none opened, use the link\.$/)).toBeDefined();
    expect((await ready()).getByText(/behind the time beside your name/)).toBeDefined();
  });

  it('is selected, and nothing opened, where the browser refuses to copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await showReady();
    await user.click((await ready()).getByRole('button', { name: 'Copy and open' }));
    expect((await ready()).getByText(/The text is selected/)).toBeDefined();
    expect(open).not.toHaveBeenCalled();
  });

  it('never opens an address that is no web page, and warns of a link that only this computer can open', async () => {
    const user = userEvent.setup();
    const reply = 'I made it: http://localhost:3000/go/abc123';
    await showDraft({ url: 'javascript:alert(1)', code: 'abc123', status: 'READY', reply });
    await user.click((await row()).getByRole('button', { name: 'Copy and open' }));
    expect(open).not.toHaveBeenCalled();
    expect((await row()).queryByRole('link', { name: /Open without copying/ })).toBeNull();
    expect((await row()).getByText(/^Only this computer can open your link/)).toBeDefined();
  });

  it('can be posted only once the server has saved the approval', async () => {
    const approval = lateResponse();
    await showDraft({}, { [patch]: approval.answer });
    const shown = await row();
    await press('Approve');
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(true);
    expect(shown.queryByRole('link', { name: /Open without copying/ })).toBeNull();
    expect(shown.queryByRole('button', { name: 'I posted it' })).toBeNull();
    await approval.arrive();
    expect(await shown.findByRole('button', { name: 'I posted it' })).toBeDefined();
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(false);
  });

  it('is found and linked', async () => {
    await showReady();
    await ready();
    world.forum.write('maker', briefing.externalId, text).at = new Date('2100-01-01');
    await press('I posted it');
    expect(await screen.findByText('Reply found')).toBeDefined();
    const link = (await ready()).getByRole('link', { name: /View your reply/ });
    expect(link.getAttribute('href')).toBe('https://news.ycombinator.com/comment/9000');
    expect((await ready()).getByText('Not checked yet')).toBeDefined();
  });

  it.each([
    [true, '', /^Not found yet\..*for three days.*give us the address/],
    [false, own, /^Not found yet\.(?!.*(three days|leave this page))/],
  ])('says what happens next when it is not found (findable: %s)', async (hasAccount, url, next) => {
    await showReady(hasAccount);
    if (url) await userEvent.type(await address(), url);
    if (url) world.forum.write('maker', briefing.externalId, text).removed = true;
    await press('I posted it');
    expect(await screen.findByText(next)).toBeDefined();
    expect((await ready()).getByText('Yours to post')).toBeDefined();
  });

  it.each([
    ['https://elsewhere.example.org/9', /^That is not the address of your reply in this conversation\./],
    [briefing.url, /^That is the address of the conversation, not of your reply\./],
    ['nowhere', /^That is not the address of a page/],
  ])('keeps the refused address %s, and says so in the field with where to find it', async (url, reason) => {
    const { unmount } = await showReady();
    await userEvent.type(await address(), url);
    await press('I posted it');
    const error = await screen.findByText(reason, { selector: '[role=alert], [role=alert] *' });
    expect(error.textContent).toContain('behind the time beside your name');
    expect(document.activeElement).toBe(await address());
    unmount();
    await showHistory();
    expect((await address()).value).toBe(url);
  });

  it('asks for its address in the field once its account was unlinked elsewhere', async () => {
    await showReady();
    await ready();
    await world.query('delete from linked_accounts');
    await press('I posted it');
    expect((await screen.findByRole('alert')).textContent).toMatch(/paste the address/i);
    expect(document.activeElement).toBe(await address());
  });

  it('stays as it is, with its address, when the server is away', async () => {
    await showReady(true, { [posted]: away, [patch.replace('-1/', '-2/')]: away });
    await userEvent.type(await address(), own);
    await press('I posted it');
    expect(await screen.findByText(/This could not be done/)).toBeDefined();
    expect((await ready()).getByText('Something broke.', { exact: false }).textContent).toBe(
      'Not saved. Something broke.',
    );
    await press('Take back');
    expect(await screen.findByText('Not changed.')).toBeDefined();
    expect((await address()).value).toBe(own);
    const [stored = ''] = Object.values<string>({ ...localStorage });
    expect(JSON.parse(stored).document.keptAs).toBe('The address of a reply');
  });

  it('needs its address where nobody can look for it', async () => {
    const button = 'I posted it';
    await app.conversation({ ...briefing, status: 'READY', reply: text, replyExternalId: null });
    await world.query('delete from posting_attempts');
    const { callsOf } = await showHistory();
    await press(button);
    expect((await ready()).getByRole('alert').textContent).toBe(
      'Paste the address of your reply first. On Hacker News it is behind the time beside your name, such as “1 minute ago”.',
    );
    expect([callsOf(posted).length, document.activeElement]).toEqual([0, await address()]);
    await userEvent.type(await address(), own);
    await press(button);
    expect(await screen.findByText('Reply linked')).toBeDefined();
    expect(await (await ready()).findByRole('link', { name: /View your reply/ })).toBeDefined();
  });

  it.each([
    [briefing, /^We can’t look without a linked account: paste the address/, true],
    [
      { source: 'stack-exchange', host: 'stackoverflow.com' },
      'We can’t look there: paste the address of your reply.',
      false,
    ],
  ] as const)('offers to link an account where one can be linked: %o', async (place, why, isOffered) => {
    await showDraft({ ...place, status: 'READY', title });
    const shown = await row();
    expect(shown.getByText(why)).toBeDefined();
    const link = shown.queryByRole('link', { name: 'Link an account' });
    expect(link?.getAttribute('href')).toBe(isOffered ? '/settings' : undefined);
  });
});
