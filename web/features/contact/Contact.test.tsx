// @vitest-environment page
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { longestMessage } from '#shared/contracts/contact.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import type { Session } from '#web/identity/session.ts';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Contact } from './Contact.tsx';

const post = 'POST /api/send-email';

function visit(
  answer: Parameters<typeof stubServer>[0][string] = { delivery: 'sent' },
  session: Partial<Session> = {},
) {
  const server = stubServer({ 'GET /api/config': testConfig, [post]: answer });
  return { ...server, ...show(<Contact />, session) };
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));

async function seeToast(code: MessageCode, text = message(code).text) {
  const messages = screen.getByRole('region', { name: /^Messages/ });
  await waitFor(() => expect(messages.textContent).toContain(`${message(code).title}${text}`));
}

async function sendSomething() {
  fill('Email', 'ada@example.org');
  fill('Message', 'Hello');
  await send();
}

describe('the contact form', () => {
  it('refuses blank fields in the specified words, marks them and focuses the first', async () => {
    const { callsOf } = visit();
    fill('Message', ' \n ');
    await send();
    await seeToast('contact_missing_fields');
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    expect(field('Message').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Email'));
    fill('Email', 'ada@example.org');
    await send();
    expect(field('Email').getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(field('Message'));
    expect(callsOf(post)).toEqual([]);
  });

  it('refuses an address that is none', async () => {
    const { callsOf } = visit();
    fill('Email', 'ada at example');
    fill('Message', 'Hello');
    await send();
    await seeToast('email_invalid');
    expect(document.activeElement).toBe(field('Email'));
    expect(callsOf(post)).toEqual([]);
  });

  it('sends what was typed with the signs of a person, says so and stays readable', async () => {
    const { callsOf } = visit();
    fill(/Full Name/, ' Ada ');
    fill('Email', ' ada@example.org ');
    fill('Message', '<b>Hello</b> 🎈\nsecond line');
    await send();
    await seeToast('contact_sent');
    expect(callsOf(post).map(({ body }) => body)).toEqual([
      {
        fullName: 'Ada',
        email: 'ada@example.org',
        message: '<b>Hello</b> 🎈\nsecond line',
        trap: '',
        openMs: expect.any(Number),
      },
    ]);
    const heading = screen.getByRole('heading', { name: message('contact_sent').title });
    expect(document.activeElement).toBe(heading);
    expect((await screen.findByRole('link', { name: 'development outbox' })).getAttribute('href')).toBe(
      '/outbox',
    );
    expect(localStorage.length).toBe(0);
  });

  it('lets another message be written by the same person', async () => {
    visit();
    await sendSomething();
    await userEvent.click(await screen.findByRole('button', { name: 'Write another message' }));
    expect(field('Email').value).toBe('ada@example.org');
    expect(field('Message').value).toBe('');
    expect(document.activeElement).toBe(field('Message'));
  });

  it.each(['kept', 'refused'] as const)('tells the truth when the message is %s', async (delivery) => {
    visit({ delivery });
    await sendSomething();
    await seeToast(`contact_${delivery}`);
    const { title, text } = message(`contact_${delivery}`);
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    expect(screen.getByText(text, { selector: 'h2 + p' })).toBeDefined();
    const outbox = screen.queryByRole('link', { name: 'development outbox' });
    expect(outbox !== null).toBe(delivery === 'kept');
  });

  it('says that it is busy, takes no changes then and sends once', async () => {
    let release: (value: Response) => void = () => {};
    const { callsOf } = visit(
      () =>
        new Promise<Response>((resolve) => {
          release = resolve;
        }),
    );
    await sendSomething();
    const busy = screen.getByRole('button', { name: 'Sending...' });
    await userEvent.click(busy);
    expect(field('Message').readOnly).toBe(true);
    release(Response.json({ delivery: 'sent' }));
    await seeToast('contact_sent');
    expect(callsOf(post)).toHaveLength(1);
  });

  it.each([
    ['the server fails without a word', () => new Response('', { status: 502 }), undefined],
    ['the server is broken', () => refusal(500, 'internal', 'Broken.'), 'Broken.'],
    ['there is no connection', () => Promise.reject(new TypeError('offline')), message('offline').text],
  ])('says that something went wrong when %s, and keeps what was typed', async (_, answer, reason) => {
    visit(answer);
    await sendSomething();
    await seeToast('contact_failed');
    expect(screen.getByText('Not sent.').parentElement?.textContent).toContain(
      reason ?? message('contact_failed').text,
    );
    expect(field('Message').value).toBe('Hello');
  });

  it("shows the server's own words, such as a limit", async () => {
    const text = 'Many messages came. Please wait 40 seconds.';
    visit(refusal(429, 'too_many_messages', text));
    await sendSomething();
    await seeToast('too_many_messages', text);
    expect(field('Message').value).toBe('Hello');
  });

  it('has a hidden field that no password manager fills, and sends what a program put there', async () => {
    const { callsOf } = visit({ delivery: 'sent' });
    const trap = document.querySelector<HTMLInputElement>('input[name=leave-empty]');
    expect(trap?.tabIndex).toBe(-1);
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).toBeNull();
    if (trap) trap.value = 'https://filled.example';
    await sendSomething();
    await seeToast('contact_sent');
    expect(callsOf(post).map(({ body }) => (body as { trap: string }).trap)).toEqual([
      'https://filled.example',
    ]);
  });
});

describe('what is typed in the contact form', () => {
  it('survives a closed tab', () => {
    visit();
    fill('Email', 'ada@example.org');
    fill('Message', 'Half a thought');
    cleanup();
    visit();
    expect(field('Email').value).toBe('ada@example.org');
    expect(field('Message').value).toBe('Half a thought');
  });

  it('begins with the name and address of whoever is signed in, who can change them', () => {
    visit(undefined, { user: founder });
    expect(field(/Full Name/).value).toBe(founder.name);
    fill('Email', '');
    cleanup();
    visit(undefined, { user: founder });
    expect(field('Email').value).toBe('');
  });

  it('belongs to its writer: no one else finds it, and leaving forgets it', () => {
    visit();
    fill('Message', 'A visitor’s');
    cleanup();
    visit(undefined, { user: founder });
    expect(field('Message').value).toBe('');
    fill('Message', 'The founder’s');
    cleanup();
    visit(undefined, { user: { ...founder, id: 'u2' } });
    expect(field('Message').value).toBe('');
    cleanup();
    clearDrafts(founder.id);
    visit(undefined, { user: founder });
    expect(field('Message').value).toBe('');
    cleanup();
    visit();
    expect(field('Message').value).toBe('A visitor’s');
  });

  it('goes along when its writer signs in, and stays with them', () => {
    const { become } = visit();
    fill('Message', 'Typed before signing in');
    become({ user: founder });
    expect(field('Message').value).toBe('Typed before signing in');
    expect(field('Email').value).toBe(founder.email);
    become({ user: null });
    expect(field('Message').value).toBe('');
    cleanup();
    visit(undefined, { user: founder });
    expect(field('Message').value).toBe('Typed before signing in');
  });

  it('is there at once for whoever was here last, while the server is still asked who that is', () => {
    visit(undefined, { user: founder });
    fill('Message', 'Half a thought');
    cleanup();
    localStorage.setItem('signedInAccount', founder.id);
    const { become } = visit(undefined, { status: 'loading' });
    expect(field('Message').value).toBe('Half a thought');
    fill(/Phone/, '555');
    become({ user: null });
    expect([field('Message').value, field(/Phone/).value]).toEqual(['', '555']);
  });

  it.each(['not JSON', 'null', '[1]', '{"email":5}'])('is empty when the browser holds %s', (stored) => {
    localStorage.setItem('draft:visitor:contact', stored);
    visit();
    expect(field('Email').value).toBe('');
  });

  it('of two tabs is kept field by field', async () => {
    visit();
    fill('Message', 'From the first tab');
    const stored = Object.keys(localStorage)[0] ?? '';
    localStorage.setItem(stored, JSON.stringify({ fullName: 'From the second', message: 'Newer' }));
    fill('Email', 'ada@example.org');
    cleanup();
    visit();
    expect([field(/Full Name/).value, field('Email').value, field('Message').value]).toEqual([
      'From the second',
      'ada@example.org',
      'Newer',
    ]);
    localStorage.setItem(stored, JSON.stringify({ message: 'Newer still' }));
    await send();
    await seeToast('contact_sent');
    cleanup();
    visit();
    expect(field('Message').value).toBe('Newer still');
  });

  it('is never cut off: the room that is left is shown near the end, and too much is refused', async () => {
    const { callsOf } = visit();
    fill('Email', 'ada@example.org');
    fill('Message', 'x'.repeat(longestMessage - 1));
    expect(screen.getByText('1 character left.')).toBeDefined();
    fill('Message', 'x'.repeat(longestMessage + 12));
    await send();
    expect(screen.getByRole('alert').textContent).toContain('12 characters too many.');
    expect(document.activeElement).toBe(field('Message'));
    expect(field('Message').value).toHaveLength(longestMessage + 12);
    expect(callsOf(post)).toEqual([]);
  });
});
