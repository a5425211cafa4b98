// @vitest-environment page
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestUser } from '#server/testing/test-server.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { address, showOnApp } from '#web/testing/show.tsx';
import { type Answers, refusal, silence } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { StartupSocialPage } from './StartupSocialPage.tsx';

const join = 'POST /api/notify';
const confirm = 'POST /api/notify/confirm';
const leave = 'POST /api/notify/unsubscribe';
const email = 'ada@example.org';
const noMailText = message('mail_not_configured').text;
const yes = 'Yes, tell me when it opens';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  await app.call('POST', '/api/notify', { body: { email } });
  token = /confirm=([\w-]+)/.exec((await newestMail()).body)?.[1] ?? 'no link';
});
afterAll(() => app.close());

async function newestMail() {
  await app.app.runDueTasks();
  const query = 'select recipient, body from outbox order by id desc limit 1';
  return (await app.database.pool.query<{ recipient: string; body: string }>(query)).rows[0] ?? noMail;
}
const noMail = { recipient: 'nobody', body: '' };

function visit(search: string, answers: Answers = {}, user: TestUser | null = null) {
  const page = (
    <StrictMode>
      <StartupSocialPage />
    </StrictMode>
  );
  return showOnApp(app, page, user, { answers, at: `/startup-social${search}` });
}

const field = () => screen.getByLabelText<HTMLInputElement>('Email');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function register(typed = email) {
  fireEvent.change(field(), { target: { value: typed } });
  await press('Notify Me');
}

async function seeToast(code: MessageCode, params = {}) {
  const { title, text } = message(code, params);
  const messages = screen.getByRole('region', { name: /^Messages/ });
  await waitFor(() => expect(messages.textContent).toContain(`${title}${text}`));
}

describe('the Startup Social page', () => {
  it('names what is planned, says that none of it exists, and begins with the address of whoever is signed in', async () => {
    const founder = await app.signUp();
    await visit('', {}, founder);
    const plans = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(plans).toEqual(['Momentum Circles', 'Capital Points', 'Daily Challenge']);
    expect(screen.getByText(/None of it can be used yet/)).toBeDefined();
    expect(field().value).toBe(founder.email);
  });

  it.each(['', 'ada', 'ada at example.org', 'anna@gmial', 'ada@example.org,eve@example.org'])(
    'refuses the address "%s" in the specified words and keeps it',
    async (typed) => {
      const { callsOf } = await visit('');
      await register(typed);
      await seeToast('email_invalid');
      expect(screen.getByText(message('email_invalid').text, { selector: '[role=alert]' })).toBeDefined();
      expect(document.activeElement).toBe(field());
      expect(field().value).toBe(typed);
      expect(callsOf(join)).toEqual([]);
    },
  );

  it('registers an address with the signs of a person and tells the next step', async () => {
    const { callsOf } = await visit('');
    const now = performance.now.bind(performance);
    // No person sends the form in the moment that it appears.
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000);
    await register(' eve@example.org ');
    await seeToast('waitlist_joined');
    const signs = { trap: '', openMs: expect.any(Number) };
    expect(callsOf(join).map(({ body }) => body)).toEqual([{ email: 'eve@example.org', ...signs }]);
    expect((await newestMail()).recipient).toBe('eve@example.org');
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: message('waitlist_joined').title }),
    );
    expect(await screen.findByRole('link', { name: 'development outbox' })).toBeDefined();
    await press('Use another address');
    expect(document.activeElement).toBe(field());
  });

  it.each([
    ['without a word', new Response('', { status: 500 }), 'waitlist_failed'],
    ['by an error of its own', refusal(500, 'internal', 'Broken.'), 'waitlist_failed'],
    ['because no mail can be sent', refusal(503, 'mail_not_configured', noMailText), 'mail_not_configured'],
  ] as const)('keeps the address when the server fails %s, and says so', async (_, answer, code) => {
    await visit('', { [join]: answer });
    await register();
    await seeToast(code);
    expect(field().value).toBe(email);
    if (code === 'mail_not_configured')
      expect(screen.getByText('Not sent.').parentElement?.textContent).toContain(noMailText);
  });
});

describe('the link that confirms an address', () => {
  it('leaves the address at once and asks first, because mail scanners open links', async () => {
    const { callsOf } = await visit(`?confirm=${token}&from=mail`);
    expect(address()).toBe('/startup-social?from=mail');
    expect(callsOf(confirm)).toEqual([]);
    await press(yes);
    await seeToast('waitlist_confirmed', { email });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Confirmed' }));
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('says that it is busy, and asks the server once', async () => {
    const { callsOf } = await visit(`?confirm=${token}`, { [confirm]: silence });
    await press(yes);
    await press('Confirming...');
    expect(callsOf(confirm)).toHaveLength(1);
  });

  it.each(['?confirm=old', '?confirm='])(
    'says for %s that it is not valid and offers the form',
    async (search) => {
      await visit(search);
      await press(yes);
      await seeToast('waitlist_link_invalid');
      expect(screen.getByRole('heading', { name: 'Link not valid' })).toBeDefined();
      expect(field()).toBeDefined();
    },
  );

  it('can be tried again after a failure', async () => {
    const failures = [new Response('', { status: 500 })];
    await visit(`?confirm=${token}`, { [confirm]: () => failures.shift() });
    await press(yes);
    await seeToast('waitlist_failed');
    expect(screen.getByText('Your address is not confirmed yet')).toBeDefined();
    await press('Try again');
    await seeToast('waitlist_confirmed', { email });
  });
});

describe('the link that unsubscribes', () => {
  it('asks first, because mail scanners open links', async () => {
    const { callsOf } = await visit(`?unsubscribe=${token}`);
    expect(address()).toBe('/startup-social');
    expect(callsOf(leave)).toEqual([]);
    await press('Unsubscribe');
    await seeToast('waitlist_left', { email });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Unsubscribed' }));
  });

  it('says that the address is still on the list when it fails', async () => {
    await visit(`?unsubscribe=${token}`, { [leave]: () => Promise.reject(new TypeError('offline')) });
    await press('Unsubscribe');
    await seeToast('waitlist_failed');
    expect(screen.getByText('Your address is still on the list')).toBeDefined();
    expect(screen.getByText(message('offline').text)).toBeDefined();
  });
});
