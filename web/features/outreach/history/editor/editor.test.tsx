// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import {
  exampleBriefing,
  exampleConversation,
  exampleGuidance,
} from '#web/features/outreach/example-outreach.data.ts';
import { rowOf, showHistory } from '#web/features/outreach/history/show-history.tsx';
import { refusal } from '#web/testing/stub-server.ts';

const id = exampleBriefing.id;
const patch = `PATCH /api/conversations/${id}/status`;
const guidance = `GET /api/conversations/${id}/guidance`;
const ready: Conversation = {
  ...exampleBriefing,
  status: 'READY',
  reply: 'Mine',
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const slow = { timeout: 8_000 };
type Answers = NonNullable<Parameters<typeof showHistory>[1]>;

afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

/** Opens the place for own words. */
async function openEditor(answers: Answers = {}, others: Conversation[] = []) {
  const server = showHistory([exampleBriefing, ...others], {
    [guidance]: exampleGuidance,
    [patch]: ready,
    ...answers,
  });
  await userEvent.click((await rowOf(exampleBriefing.postTitle)).getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write your reply' }, slow));
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Your reply, in your own words');
  return { ...server, dialog, field };
}

const approve = (dialog: Awaited<ReturnType<typeof openEditor>>['dialog']) =>
  userEvent.click(dialog.getByRole('button', { name: 'Approve' }));

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const ownWords = 'We used a paper plan on the fridge for years and marked each handover in red.';

describe('the place for own words', () => {
  it('shows the briefing, the rules, the budget with its arithmetic and the link', async () => {
    const { dialog, field } = await openEditor();
    expect(field.value).toBe('');
    expect(dialog.getByText(exampleBriefing.suggestedReply)).toBeDefined();
    expect(dialog.getByText(exampleBriefing.originalPost)).toBeDefined();
    expect(await dialog.findByText('Don’t post generated text.', { exact: false })).toBeDefined();
    expect(dialog.getByRole('link', { name: /^news\.ycombinator\.com/ })).toBeDefined();
    expect(dialog.getByText(/^Read on .*2026/)).toBeDefined();
    expect(dialog.getByText('No generated text.')).toBeDefined();
    expect(dialog.getByText('Replies are posted by people only.')).toBeDefined();
    expect(dialog.getByText('2 replies left today')).toBeDefined();
    expect(dialog.getByText('1 of 3 replies of today is used.').dir).toBe('auto');
    expect(dialog.getByText(exampleBriefing.trackedLink)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDefined();
  });

  it('approves own words, and they are then to be posted', async () => {
    const { dialog, field, callsOf } = await openEditor();
    await userEvent.type(field, ownWords);
    expect(await dialog.findByText(/^Nothing found here speaks against it/)).toBeDefined();
    await approve(dialog);
    expect(await screen.findByText('Conversation Approved')).toBeDefined();
    expect(callsOf(patch)[0]?.body).toEqual({ status: 'APPROVED', reply: ownWords });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await rowOf(exampleBriefing.postTitle)).getByText('READY')).toBeDefined();
    const row = screen.getByRole('article', { name: exampleBriefing.postTitle });
    await waitFor(() => expect(document.activeElement).toBe(row));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });

  it('adds the sentence that discloses, once', async () => {
    const { dialog, field } = await openEditor();
    await userEvent.type(field, 'Two Homes does this.');
    expect(await dialog.findByText(/does not say that you made it/)).toBeDefined();
    const add = dialog.getByRole('button', { name: 'Add the disclosure' });
    await userEvent.click(add);
    expect(field.value).toBe(`Two Homes does this. ${exampleGuidance.disclosure}`);
    expect(document.activeElement).toBe(field);
    expect(dialog.queryByRole('button', { name: 'Add the disclosure' })).toBeNull();
  });

  it('adds it on a line of its own behind a link, and nothing speaks against that', async () => {
    const disclosure = 'Disclosure: I built Two Homes.';
    const { dialog, field } = await openEditor({ [guidance]: { ...exampleGuidance, disclosure } });
    const said = `A plan on the fridge helped us. Two Homes does that for me: ${exampleBriefing.trackedLink}`;
    type(field, said);
    await userEvent.click(await dialog.findByRole('button', { name: 'Add the disclosure' }));
    expect(field.value).toBe(`${said}\n${disclosure}`);
    expect(await dialog.findByText(/^Nothing found here speaks against it/)).toBeDefined();
  });

  it('takes what the outline asks for: a sentence, the disclosure and the link', async () => {
    const { dialog, field } = await openEditor();
    await dialog.findByText('2 replies left today');
    const link = exampleBriefing.trackedLink;
    type(field, `Colours helped us. Two Homes sets them. Disclosure: I built Two Homes. ${link}`);
    expect(await dialog.findByText(/^Nothing found here speaks against it/)).toBeDefined();
    type(field, `Two Homes is new. Two Homes is free. Disclosure: I built Two Homes. ${link}`);
    const problem = await dialog.findByText(/names your product or its address more than once/);
    expect(problem.textContent).toContain('“Two Homes is new.”, “Two Homes is free.”');
  });

  it('offers no disclosure to a reply that discloses in other words', async () => {
    const { dialog, field } = await openEditor();
    expect(await dialog.findByRole('button', { name: 'Add the disclosure' })).toBeDefined();
    type(field, 'I built Two Homes because we lost track ourselves.');
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Add the disclosure' })).toBeNull());
  });

  it('counts near the limit, and says what is too long before it is sent', async () => {
    const { dialog, field, callsOf } = await openEditor();
    await dialog.findByText('2 replies left today');
    type(field, 'x'.repeat(7_999));
    expect(dialog.queryByText(/of 10,000 characters/)).toBeNull();
    type(field, 'x'.repeat(8_000));
    expect(await dialog.findByText('8,000 of 10,000 characters')).toBeDefined();
    type(field, 'x'.repeat(20_000));
    expect(await dialog.findByText('The reply has 20,000 characters; 10,000 is the most.')).toBeDefined();
    expect(dialog.queryByText(/^Nothing found here speaks against it/)).toBeNull();
    await approve(dialog);
    expect(dialog.getByRole('alert').textContent).toMatch(/^The reply has 20,000 characters/);
    expect(callsOf(patch)).toEqual([]);
  });

  it.each([
    ['http://localhost:3000/r/abc', true],
    ['http://127.0.0.1/r/abc', true],
    ['https://localhost.example.org/r/abc', false],
  ])('says whether others can open %s', async (trackedLink, isLocal) => {
    showHistory([{ ...exampleBriefing, trackedLink }], { [guidance]: exampleGuidance });
    await userEvent.click((await rowOf(exampleBriefing.postTitle)).getByRole('button', { name: 'Approve' }));
    await screen.findByText(trackedLink, {}, slow);
    expect(screen.queryByText(/^Only this computer can open your link/) !== null).toBe(isLocal);
  });

  it.each([
    ['the briefing itself', exampleBriefing.suggestedReply, 'wants no generated text'],
    [
      'what names the product without disclosure',
      'Have a look at Two Homes.',
      'does not say that you made it',
    ],
  ])('sends not %s, and says why', async (_, words, text) => {
    const { dialog, field, callsOf } = await openEditor();
    await dialog.findByText('2 replies left today');
    await userEvent.type(field, words);
    expect((await dialog.findAllByText(new RegExp(text))).length).toBeGreaterThan(0);
    await approve(dialog);
    expect(dialog.getByRole('alert').textContent).toContain(text);
    expect(field.value).toBe(words);
    expect(document.activeElement).toBe(field);
    expect(callsOf(patch)).toHaveLength(0);
  });

  it('knows what was said in the conversations beside it', async () => {
    const earlier = { ...exampleConversation, status: 'POSTED', reply: ownWords } as const;
    const { dialog, field } = await openEditor({}, [earlier]);
    await userEvent.type(field, ownWords);
    expect(await dialog.findByText(/nearly the same as an earlier reply/)).toBeDefined();
  });

  it('leaves the budget to the server: it may have changed since', async () => {
    const spent = { promotionAllowed: false, repliesLeftToday: 0, arithmetic: ['3 of 3 are used.'] };
    const { dialog, field, callsOf } = await openEditor({
      [guidance]: { ...exampleGuidance, budget: spent },
    });
    await userEvent.type(field, ownWords);
    expect((await dialog.findAllByText('3 of 3 are used.')).length).toBeGreaterThan(1);
    await approve(dialog);
    await waitFor(() => expect(callsOf(patch)).toHaveLength(1));
  });

  it.each([
    ['reply_own_words', 400],
    ['reply_too_alike', 400],
    ['reply_without_disclosure', 400],
    ['reply_promotes_twice', 400],
    ['reply_over_budget', 409],
    ['reply_not_welcome', 409],
  ])('shows the server’s %s in the field, and keeps what was typed', async (code, status) => {
    const { dialog, field } = await openEditor({ [patch]: refusal(status, code, `Because of ${code}.`) });
    await userEvent.type(field, ownWords);
    await approve(dialog);
    expect((await dialog.findByRole('alert')).textContent).toBe(`Because of ${code}.`);
    expect(field.value).toBe(ownWords);
    await userEvent.type(field, ' More.');
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('keeps what was typed when the server is away, closed and opened again', async () => {
    const { dialog, field } = await openEditor({ [patch]: refusal(500, 'internal', 'Away.') });
    await userEvent.type(field, ownWords);
    await approve(dialog);
    expect(await screen.findByText('Failed to approve conversation')).toBeDefined();
    expect(dialog.getByText('Away.', { exact: false }).textContent).toBe('Not approved. Away.');
    await userEvent.keyboard('{Escape}');
    await userEvent.click((await rowOf(exampleBriefing.postTitle)).getByRole('button', { name: 'Approve' }));
    const again = await screen.findByLabelText<HTMLTextAreaElement>('Your reply, in your own words');
    expect(again.value).toBe(ownWords);
  });

  it('warns when the browser refuses to save', async () => {
    const { dialog, field } = await openEditor();
    expect(dialog.getByText(/What you type is kept in this browser/)).toBeDefined();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, clear() {} });
    type(field, ownWords);
    expect(field.value).toBe(ownWords);
    expect(dialog.queryByText(/What you type is kept in this browser/)).toBeNull();
    expect(dialog.getByText(/could not keep what you typed last/).getAttribute('role')).toBe('status');
  });

  it('asks for words before anything is sent', async () => {
    const { dialog, callsOf } = await openEditor();
    await approve(dialog);
    expect(dialog.getByRole('alert').textContent).toBe('Write your reply first.');
    expect(callsOf(patch)).toHaveLength(0);
  });

  it('can be used without the rules, which the server knows', async () => {
    const { dialog, field, callsOf } = await openEditor({ [guidance]: refusal(500, 'internal', 'Away.') });
    expect(await dialog.findByText('The rules of this place could not be loaded.')).toBeDefined();
    await userEvent.type(field, ownWords);
    await approve(dialog);
    await waitFor(() => expect(callsOf(patch)).toHaveLength(1));
  });
});

describe('editing a draft before approving', () => {
  const draftPatch = `PATCH /api/conversations/${exampleConversation.id}/status`;

  it.each([
    ['unchanged, as it was suggested', '', { status: 'APPROVED' }],
    [
      'changed, in the owner’s words',
      ' Ask me anything.',
      { status: 'APPROVED', reply: `${exampleConversation.suggestedReply} Ask me anything.` },
    ],
  ])('sends it %s', async (_, added, body) => {
    const { callsOf } = showHistory([exampleConversation], {
      [draftPatch]: { ...exampleConversation, status: 'APPROVED' },
    });
    const row = await rowOf(exampleConversation.postTitle);
    await userEvent.click(row.getByRole('button', { name: 'Edit before approving' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit before approving' }, slow));
    const field = dialog.getByLabelText<HTMLTextAreaElement>('Your reply');
    expect(field.value).toBe(exampleConversation.suggestedReply);
    if (added) await userEvent.type(field, added);
    await approve(dialog);
    await waitFor(() => expect(callsOf(draftPatch)[0]?.body).toEqual(body));
  });
});
