// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readOutbox } from '#server/testing/outbox.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { type SupportApp, startSupportApp } from '#web/testing/support-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { SupportAnswerPage } from './SupportAnswerPage.tsx';

const read = 'POST /api/support-thread';
const post = 'POST /api/support-thread/answer';
let app: SupportApp;
let job: Job;
/** Token of the mail about the question. */
let token: string;

beforeAll(async () => {
  app = await startSupportApp();
  job = await app.ask();
  await app.act(job.id, 'claim');
  await app.write(job.id, 'question', 'Which iOS is it?');
  await app.app.runDueTasks();
  const outbox = readOutbox(app.databaseUrl);
  const texts = (await outbox.all()).map(({ body }) => body);
  await outbox.close();
  token = texts.flatMap((text) => /support-answer#token=([\w.-]+)/.exec(text)?.[1] ?? [])[0] ?? '';
});
afterAll(() => app.close());
afterEach(() => history.replaceState(null, '', '/'));

/** Opens the link, or what the browser kept of it when `address` is null. */
function show(answers: Answers = {}, address: string | null = `/support-answer#token=${token}`) {
  if (address) history.replaceState(null, '', address);
  const server = app.connect(answers);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BrowserRouter>
        <SupportAnswerPage />
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return server;
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>(/answer|something more/i);
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }));

it('shows the request and what was written, without a login and without changing anything', async () => {
  const { calls } = show();
  expect(await screen.findByRole('heading', { level: 1, name: job.requestTitle })).toBeDefined();
  for (const text of ['It logs me out on mobile data.', /^Sent/, /^Paused while we wait for you: 3 hours/])
    expect(screen.getByText(text)).toBeDefined();
  expect(within(screen.getByRole('log')).getByText('Which iOS is it?')).toBeDefined();
  expect(screen.getByText('Waiting for you')).toBeDefined();
  const asked = calls.filter(({ name }) => name !== 'GET /api/config');
  expect(asked.map(({ name, body }) => ({ name, body }))).toEqual([{ name: read, body: { token } }]);
});

it('removes the token from the address, and stores it in the visit’s history alone', async () => {
  show();
  await type('Half an answer');
  await waitFor(() => expect(location.href).not.toContain('token'));
  expect(document.title).not.toContain(token);
  expect(JSON.stringify({ ...localStorage })).not.toContain(token);
  cleanup();
  const { callsOf } = show({}, null);
  expect((await field()).value).toBe('Half an answer');
  expect(callsOf(read).map(({ body }) => body)).toEqual([{ token }]);
});

it('preserves a refused answer', async () => {
  const { text } = message('thread_link_invalid');
  show({ [post]: refusal(404, 'thread_link_invalid', text) });
  await type('Still here');
  await send();
  expect((await screen.findByText('Not sent.')).parentElement?.textContent).toContain(text);
  expect((await field()).value).toBe('Still here');
});

it.each([
  ['is not known', `/support-answer#token=${'x'.repeat(43)}`],
  ['was cut', '/support-answer#token=x'],
  ['was sent to servers', '/support-answer?token=very-secret-token'],
])('says so when the token %s', async (_, address) => {
  show({}, address);
  expect(await screen.findByText(/This link leads to no support request/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/?signIn=1');
});

it('can be tried again when it could not be loaded', async () => {
  const answers = [refusal(500, 'internal', 'Broken')];
  show({ [read]: () => answers.pop() });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: job.requestTitle })).toBeDefined();
});

describe('the link of a mail that was not added', () => {
  const words = 'POST /api/support-thread/mail';
  const address = () => `/support-answer#token=${token}&mail=mail-1`;

  it('opens the thread with its words in the field', async () => {
    const { callsOf } = show({ [words]: { text: 'From my other address.' } }, address());
    await waitFor(async () => expect((await field()).value).toBe('From my other address.'));
    expect(callsOf(words).map(({ body }) => body)).toEqual([{ token, mailId: 'mail-1' }]);
    expect(location.hash).toBe('');
    await type('');
    expect((await field()).value).toBe('');
  });

  it('keeps what is being written, and says when the words could not be loaded', async () => {
    const answers = [refusal(500, 'internal', 'Broken')];
    show({ [words]: () => answers.pop() ?? { text: 'Other words' } }, address());
    await type('Begun here');
    expect(await screen.findByText('The words of your mail could not be loaded.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('The words of your mail could not be loaded.')).toBeNull());
    expect((await field()).value).toBe('Begun here');
    await type('');
  });
});

it('sends the answer once, says so, and takes another', async () => {
  const { callsOf } = show();
  await type('iOS 19.1');
  await send();
  expect(await screen.findByText(/^Your answer is sent/)).toBeDefined();
  expect(within(screen.getByRole('log')).getByText('iOS 19.1')).toBeDefined();
  expect(screen.queryByText('Waiting for you')).toBeNull();
  expect(callsOf(post)).toHaveLength(1);
  await type('And one thing more');
  expect(screen.queryByText(/^Your answer is sent/)).toBeNull();
});
