// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import type { LinkedThread } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { exampleThread, messageOf } from '#web/testing/support-threads.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { SupportAnswerPage } from './SupportAnswerPage.tsx';

const token = 'very-secret-token';
const read = 'POST /api/support-thread';
const post = 'POST /api/support-thread/answer';
const linked: LinkedThread = {
  appName: 'Two Homes',
  requestTitle: 'Calendar sync breaks on iOS',
  issueDescriptions: ['It logs me out on mobile data.'],
  created_at: '2026-11-21T08:00:00.000Z',
  resolvedAt: null,
  waitingForCustomer: true,
  promise: { ...exampleThread.promise, state: 'paused', dueAt: null, remainingMs: 72_000_000 },
  messages: [messageOf('question', 'Which iOS is it?')],
};

afterEach(() => {
  history.replaceState(null, '', '/');
});

type Answers = Parameters<typeof stubServer>[0];

/** Opens the link, or what the browser kept of it when `address` is null. */
function show(answers: Answers = {}, address: string | null = `/support-answer#token=${token}`) {
  if (address) history.replaceState(null, '', address);
  const server = stubServer({ 'GET /api/config': testConfig, [read]: linked, ...answers });
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

describe('the page that a support mail leads to', () => {
  it('shows the request and what was written, without a login and without changing anything', async () => {
    const { calls } = show();
    expect(await screen.findByRole('heading', { level: 1, name: linked.requestTitle })).toBeDefined();
    expect(screen.getByText('It logs me out on mobile data.')).toBeDefined();
    expect(screen.getByText(/^Sent/)).toBeDefined();
    expect(screen.getByText(/^Paused while we wait for you: 20 hours/)).toBeDefined();
    expect(within(screen.getByRole('log')).getByText('Which iOS is it?')).toBeDefined();
    expect(screen.getByText('Waiting for you')).toBeDefined();
    const asked = calls.filter(({ name }) => name !== 'GET /api/config');
    expect(asked.map(({ name, body }) => ({ name, body }))).toEqual([{ name: read, body: { token } }]);
  });

  it('ignores a token that was sent to servers', async () => {
    const { callsOf } = show({}, `/support-answer?token=${token}`);
    expect(await screen.findByText(/This link leads to no support request/)).toBeDefined();
    expect(callsOf(read)).toEqual([]);
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

  it('sends the answer once, says so, and takes another', async () => {
    const { callsOf } = show({
      [post]: ({ body }) => {
        const { id, text } = body as { id: string; text: string };
        return {
          ...linked,
          waitingForCustomer: false,
          messages: [...linked.messages, messageOf('customer', text, id)],
        };
      },
    });
    await type('iOS 19.1');
    await send();
    expect(await screen.findByText(/^Your answer is sent/)).toBeDefined();
    expect(within(screen.getByRole('log')).getByText('iOS 19.1')).toBeDefined();
    expect(screen.queryByText('Waiting for you')).toBeNull();
    expect(callsOf(post).map(({ body }) => body)).toEqual([
      { token, id: expect.any(String), text: 'iOS 19.1' },
    ]);
    await type('And one thing more');
    expect(screen.queryByText(/^Your answer is sent/)).toBeNull();
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
    ['is not known', `/support-answer#token=${token}`, refusal(404, 'thread_link_invalid', 'No.')],
    ['was cut', '/support-answer#token=x', refusal(400, 'body_invalid', 'No.')],
  ])('says so when the link %s', async (_, address, answer) => {
    show({ [read]: answer }, address);
    expect(await screen.findByText(/This link leads to no support request/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/?signIn=1');
  });

  it('can be tried again when it could not be loaded', async () => {
    const answers = [refusal(500, 'internal', 'Broken')];
    show({ [read]: () => answers.pop() ?? linked });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: linked.requestTitle })).toBeDefined();
  });
});
