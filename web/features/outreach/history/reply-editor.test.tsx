// @vitest-environment page
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { worldStart } from '#server/testing/fake-sources.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { briefing, draft, openOutreachApp, rowOf } from '#web/testing/outreach-app.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { EngagementHistory } from './EngagementHistory.tsx';
import './ReplyEditor.tsx';

const app = openOutreachApp();
const { world } = app;
const patch = 'PATCH /api/conversations/conversation-2/status';
const guidance = 'GET /api/conversations/conversation-2/guidance';
const link = 'http://localhost:3000/go/abc123';

beforeEach(async () => {
  open.mockReset();
  vi.stubGlobal('open', open);
  await app.campaign();
  await app.conversation({ ...briefing, code: 'abc123' });
});
// The page has what the browser does not store.
afterEach(() => clearDrafts(world.founder.id));

const showHistory = (answers?: Answers) =>
  app.show(<EngagementHistory userId={world.founder.id} isReadOnly={false} onFind={() => {}} />, answers);

/** Opens the editor of the briefing. */
async function openEditor(answers?: Answers) {
  const server = await showHistory(answers);
  await userEvent.click((await rowOf(briefing.title)).getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write your reply' }));
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Your reply, in your own words');
  return { ...server, dialog, field };
}

const approve = (dialog: Awaited<ReturnType<typeof openEditor>>['dialog']) =>
  userEvent.click(dialog.getByRole('button', { name: 'Copy and open' }));

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const nothingFound = 'No problem found.';
const open = vi.fn();
const ownWords = 'We used a paper plan on the fridge for years and marked each handover in red.';

it('says why the box is empty, shows the post, one line of rules, and folds notes, rules and arithmetic', async () => {
  const { dialog, field } = await openEditor();
  expect(field.value).toBe('');
  expect(field.placeholder).toBe('The suggestion is only notes.');
  expect(dialog.getByText(briefing.originalPost)).toBeDefined();
  expect(dialog.getByText('You post it yourself.')).toBeDefined();
  expect((await dialog.findByText('3 replies left today')).parentElement?.textContent).toMatch(
    /^3 replies left today · /,
  );
  const isFolded = (text: RegExp | string) => dialog.getByText(text).closest('details')?.open === false;
  expect(isFolded(briefing.suggestedReply)).toBe(true);
  expect(isFolded(/^Don't post generated text or AI-edited text\./)).toBe(true);
  await userEvent.click(dialog.getByText('Rules of Hacker News'));
  expect(dialog.getAllByRole('link', { name: /^news\.ycombinator\.com/ }).length).toBeGreaterThan(0);
  expect(dialog.getByText(/^Read on .*2026/)).toBeDefined();
  expect(dialog.getByText('No generated text.')).toBeDefined();
  expect(dialog.getByText('Replies are posted by people only.')).toBeDefined();
});

it('adds the tracked link to the reply, once', async () => {
  const { dialog, field } = await openEditor();
  type(field, 'Ours is here:');
  await userEvent.click(dialog.getByRole('button', { name: 'Add your link' }));
  expect(field.value).toBe(`Ours is here:\n${link}`);
  expect(dialog.queryByRole('button', { name: 'Add your link' })).toBeNull();
});

it('approves own words, copies them and opens their place', async () => {
  userEvent.setup();
  const { dialog, field } = await openEditor();
  await approve(dialog);
  expect(dialog.getByRole('alert').textContent).toBe('Write your reply first.');
  await userEvent.type(field, ownWords);
  expect(await dialog.findByText(nothingFound)).toBeDefined();
  await approve(dialog);
  expect(await screen.findByText('Conversation Approved')).toBeDefined();
  expect(await world.conversations()).toMatchObject([{ status: 'READY', reply: ownWords }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await rowOf(briefing.title)).getByText('Yours to post')).toBeDefined();
  expect(screen.getByText('Copied. Paste it there.')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(ownWords);
  expect(open).toHaveBeenCalledExactlyOnceWith(briefing.url, '_blank', 'noopener,noreferrer');
  const row = screen.getByRole('article', { name: briefing.title });
  await waitFor(() => expect(document.activeElement).toBe(row));
  expect(Object.keys(localStorage)).toEqual([]);
});

it.each([
  ['behind a sentence', 'Two Homes does this.', ' '],
  ['on a line of its own behind a link', `Two Homes does that: ${link}`, '\n'],
])('adds the sentence that discloses %s, once', async (_, text, space) => {
  const disclosure = 'Disclosure: I built Two Homes.';
  const { dialog, field } = await openEditor();
  await dialog.findByText('3 replies left today');
  type(field, text);
  expect(await dialog.findByText(/does not say that you made it/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Add disclosure' }));
  expect(field.value).toBe(`${text}${space}${disclosure}`);
  expect(document.activeElement).toBe(field);
  expect(dialog.queryByRole('button', { name: 'Add disclosure' })).toBeNull();
  expect(await dialog.findByText(nothingFound)).toBeDefined();
});

it('offers no disclosure to a reply that discloses in other words', async () => {
  const { dialog, field } = await openEditor();
  expect(await dialog.findByRole('button', { name: 'Add disclosure' })).toBeDefined();
  type(field, 'I built Two Homes because we lost track ourselves.');
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Add disclosure' })).toBeNull());
});

it.each([
  ['the briefing itself', briefing.suggestedReply, 'wants no generated text'],
  ['the product without disclosure', 'Have a look at Two Homes.', 'does not say that you made it'],
  [
    'the product twice',
    `Two Homes is new. Two Homes is free. Disclosure: I built Two Homes. ${link}`,
    '“Two Homes is new.”, “Two Homes is free.”',
  ],
  ['a reply of another conversation', ownWords, 'nearly the same as the briefing or an earlier reply'],
  ['too much', 'x'.repeat(20_000), 'The reply has 20,000 characters; 10,000 is the most.'],
])('sends not %s, and says why before and after Approve', async (_, words, text) => {
  await app.conversation({ status: 'POSTED', reply: ownWords });
  const { dialog, field, callsOf } = await openEditor();
  await dialog.findByText('3 replies left today');
  type(field, words);
  expect(await dialog.findByText(text, { exact: false })).toBeDefined();
  expect(dialog.queryByText(nothingFound)).toBeNull();
  await approve(dialog);
  expect(dialog.getByRole('alert').textContent).toContain(text);
  expect(field.value).toBe(words);
  expect(document.activeElement).toBe(field);
  expect(callsOf(patch)).toHaveLength(0);
});

it('offers neither disclosure nor link where the product may not be named', async () => {
  const { dialog } = await openEditor({
    [guidance]: async () => {
      const { body } = await world.call('GET', guidance.slice('GET '.length));
      return { ...body, budget: { ...Object(body.budget), promotionAllowed: false } };
    },
  });
  expect(await dialog.findByText('help without naming it')).toBeDefined();
  expect(dialog.queryByRole('button', { name: /^Add / })).toBeNull();
});

it('counts the characters near the limit', async () => {
  const { dialog, field } = await openEditor();
  type(field, 'x'.repeat(7_999));
  expect(dialog.queryByText(/of 10,000 characters/)).toBeNull();
  type(field, 'x'.repeat(8_000));
  expect(await dialog.findByText('8,000 of 10,000 characters')).toBeDefined();
});

it('counts the warning with the reply on Mastodon, as it is typed', async () => {
  await world.query("update conversations set source = 'mastodon', host = 'mastodon.social'");
  const { dialog, field } = await openEditor({
    [guidance]: async () => ({
      ...(await world.call('GET', guidance.slice('GET '.length))).body,
      contentWarning: 'w'.repeat(60),
    }),
  });
  const warning = await dialog.findByLabelText('Content warning');
  type(field, 'a'.repeat(409));
  expect(await dialog.findByText('409 of 408 characters')).toBeDefined();
  type(warning, 'w'.repeat(59));
  expect(await dialog.findByText('409 of 409 characters')).toBeDefined();
});

it('shows the warning of their post, and sends it as its owner changed it', async () => {
  const { callsOf, dialog, field } = await openEditor({
    [guidance]: async () => ({
      ...(await world.call('GET', guidance.slice('GET '.length))).body,
      contentWarning: 'money talk',
      limits: { shortest: null, longest: 100 },
    }),
  });
  const warning = await dialog.findByLabelText<HTMLInputElement>('Content warning');
  expect(warning.value).toBe('money talk');
  type(warning, 'late invoices');
  type(field, ownWords);
  await approve(dialog);
  await waitFor(() => expect(callsOf(patch)[0]?.body).toMatchObject({ contentWarning: 'late invoices' }));
});

it('leaves the budget to the server, which may refuse in the field', async () => {
  for (const id of ['a', 'b', 'c']) {
    const url = `https://news.ycombinator.com/item?id=${id}`;
    const other = { id, externalId: id, threadId: id, url, title: id };
    await app.conversation({ ...briefing, ...other, status: 'READY', approvedAt: worldStart });
  }
  const { dialog, field, callsOf } = await openEditor();
  type(field, ownWords);
  expect(await dialog.findByText('0 replies left today')).toBeDefined();
  await approve(dialog);
  await waitFor(() => expect(callsOf(patch)).toHaveLength(1));
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Wait: no more replies on Hacker News today/,
  );
});

it('can be used without the rules, which the server knows', async () => {
  const { dialog, field, callsOf } = await openEditor({ [guidance]: refusal(500, 'internal', 'Away.') });
  expect(await dialog.findByText('The rules of this place could not be loaded.')).toBeDefined();
  type(field, ownWords);
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
  type(field, ownWords);
  await approve(dialog);
  expect((await dialog.findByRole('alert')).textContent).toBe(`Because of ${code}.`);
  expect(field.value).toBe(ownWords);
  await userEvent.type(field, ' More.');
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('keeps what was typed when the server is away, and when it is closed', async () => {
  const { dialog, field } = await openEditor({ [patch]: refusal(500, 'internal', 'Away.') });
  type(field, ownWords);
  await approve(dialog);
  expect(await screen.findByText('Failed to approve conversation')).toBeDefined();
  expect(dialog.getByText('Away.', { exact: false }).textContent).toBe('Not approved. Away.');
  await userEvent.keyboard('{Escape}');
  await userEvent.click((await rowOf(briefing.title)).getByRole('button', { name: 'Approve' }));
  const again = await screen.findByLabelText<HTMLTextAreaElement>('Your reply, in your own words');
  expect(again.value).toBe(ownWords);
  const [stored = ''] = Object.values<string>({ ...localStorage });
  expect(JSON.parse(stored).document.keptAs).toBe('A reply that was not approved');
});

it('warns when the browser refuses to save', async () => {
  const { dialog, field } = await openEditor();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, clear() {} });
  type(field, ownWords);
  expect(field.value).toBe(ownWords);
  expect(dialog.getByText(/could not keep what you typed last/).getAttribute('role')).toBe('status');
});

it.each([
  [link, true],
  ['http://127.0.0.1/r/abc', true],
  ['https://localhost.example.org/r/abc', false],
])('says whether others can open %s', async (trackedLink, isLocal) => {
  const [shown] = await world.conversations();
  const { dialog } = await openEditor({ 'GET /api/conversations': [{ ...shown, trackedLink }] });
  await userEvent.click(dialog.getByRole('button', { name: 'Add your link' }));
  expect(screen.queryByText(/^Only this computer can open your link/) !== null).toBe(isLocal);
});

it.each([
  ['as it was suggested', '', undefined],
  ['in the owner’s words', ' Ask me anything.', `${draft.suggestedReply} Ask me anything.`],
])('sends a draft %s', async (_, added, reply) => {
  await app.conversation();
  const { callsOf } = await showHistory();
  const row = await rowOf(draft.title);
  await userEvent.click(row.getByText('Details'));
  await userEvent.click(row.getByRole('button', { name: 'Edit before approving' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit your reply' }));
  await dialog.findByText('You post it yourself.');
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Your reply');
  expect(field.value).toBe(draft.suggestedReply);
  if (added) await userEvent.type(field, added);
  await approve(dialog);
  expect(await row.findByText('Yours to post')).toBeDefined();
  const [call] = callsOf(patch.replace('-2/', '-1/'));
  expect(call?.body).toEqual({ status: 'APPROVED', ...(reply && { reply }) });
});
