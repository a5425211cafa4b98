// @vitest-environment page
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { describe, expect, it } from 'vitest';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { address, show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { StartupSocialPage } from './StartupSocialPage.tsx';

const join = 'POST /api/notify';
const confirm = 'POST /api/notify/confirm';
const leave = 'POST /api/notify/unsubscribe';
const email = 'ada@example.org';
const yes = 'Yes, tell me when it opens';

function visit(
  search: string,
  answers: Parameters<typeof stubServer>[0],
  user: typeof founder | null = null,
) {
  const server = stubServer({ 'GET /api/config': testConfig, ...answers });
  const page = (
    <StrictMode>
      <StartupSocialPage />
    </StrictMode>
  );
  show(page, { user }, `/startup-social${search}`);
  return server;
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
  it('names what is planned and says that none of it exists', () => {
    visit('', {});
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Momentum Circles',
      'Capital Points',
      'Daily Challenge',
    ]);
    expect(screen.getByText(/none of it can be used yet/)).toBeDefined();
  });

  it.each(['', 'ada', 'ada at example.org'])(
    'refuses the address "%s" in the specified words and keeps it',
    async (typed) => {
      const { callsOf } = visit('', { [join]: { asked: true } });
      await register(typed);
      await seeToast('email_invalid');
      expect(screen.getByText(message('email_invalid').text, { selector: '[role=alert]' })).toBeDefined();
      expect(document.activeElement).toBe(field());
      expect(field().value).toBe(typed);
      expect(callsOf(join)).toEqual([]);
    },
  );

  it('registers an address with the signs of a person and tells the next step', async () => {
    const { callsOf } = visit('', { [join]: { asked: true } });
    await register(` ${email} `);
    await seeToast('waitlist_joined');
    expect(callsOf(join).map(({ body }) => body)).toEqual([
      { email, website: '', openMs: expect.any(Number) },
    ]);
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: message('waitlist_joined').title }),
    );
    expect(await screen.findByRole('link', { name: 'development outbox' })).toBeDefined();
    await press('Use another address');
    expect(document.activeElement).toBe(field());
  });

  it('tells the truth where no mail can be sent', async () => {
    const { text } = message('mail_not_configured');
    visit('', { [join]: refusal(503, 'mail_not_configured', text) });
    await register();
    await seeToast('mail_not_configured');
    expect(screen.getByText('Not sent.').parentElement?.textContent).toContain(text);
    expect(field().value).toBe(email);
  });

  it.each([
    ['without a word', () => new Response('', { status: 500 })],
    ['by an error of its own', () => refusal(500, 'internal', 'Broken.')],
  ])('shows the specified text and keeps the address when the server fails %s', async (_, answer) => {
    visit('', { [join]: answer });
    await register();
    await seeToast('waitlist_failed');
    expect(field().value).toBe(email);
  });

  it('begins with the address of whoever is signed in', () => {
    visit('', {}, founder);
    expect(field().value).toBe(founder.email);
  });
});

describe('the link that confirms an address', () => {
  it('leaves the address at once and asks first, because mail scanners open links', async () => {
    const { callsOf } = visit('?confirm=secret&from=mail', { [confirm]: { email } });
    expect(address()).toBe('/startup-social?from=mail');
    expect(callsOf(confirm)).toEqual([]);
    await press(yes);
    await seeToast('waitlist_confirmed', { email });
    expect(callsOf(confirm).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Confirmed' }));
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('says that it is busy, and asks the server once', async () => {
    const { callsOf } = visit('?confirm=secret', { [confirm]: () => new Promise<Response>(() => {}) });
    await press(yes);
    await press('Confirming...');
    expect(callsOf(confirm)).toHaveLength(1);
  });

  it.each([
    { search: '?confirm=old', answer: refusal(404, 'waitlist_link_invalid', 'not known') },
    { search: '?confirm=', answer: refusal(400, 'body_invalid', 'The request is not valid: token.') },
  ])('says for $search that it is not valid and offers the form', async ({ search, answer }) => {
    visit(search, { [confirm]: answer });
    await press(yes);
    await seeToast('waitlist_link_invalid');
    expect(screen.getByRole('heading', { name: 'Link not valid' })).toBeDefined();
    expect(field()).toBeDefined();
  });

  it('can be tried again after a failure', async () => {
    const answers = [new Response('', { status: 500 }), Response.json({ email })];
    visit('?confirm=secret', { [confirm]: async () => answers.shift() ?? new Response('', { status: 500 }) });
    await press(yes);
    await seeToast('waitlist_failed');
    expect(screen.getByText('Your address is not confirmed yet')).toBeDefined();
    await press('Try again');
    await seeToast('waitlist_confirmed', { email });
  });
});

describe('the link that unsubscribes', () => {
  it('asks first, because mail scanners open links', async () => {
    const { callsOf } = visit('?unsubscribe=secret', { [leave]: { email } });
    expect(address()).toBe('/startup-social');
    expect(callsOf(leave)).toEqual([]);
    await press('Unsubscribe');
    await seeToast('waitlist_left', { email });
    expect(callsOf(leave).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Unsubscribed' }));
  });

  it('says that the address is still on the list when it fails', async () => {
    visit('?unsubscribe=secret', { [leave]: () => Promise.reject(new TypeError('offline')) });
    await press('Unsubscribe');
    await seeToast('waitlist_failed');
    expect(screen.getByText('Your address is still on the list')).toBeDefined();
    expect(screen.getByText(message('offline').text)).toBeDefined();
  });
});
