// @vitest-environment page
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { longestNote } from '#shared/contracts/contact.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { type Answers, refusal, stubServer } from '#web/testing/stub-server.ts';
import { DemoDialogOnDemand } from './DemoDialogOnDemand.tsx';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Paris');
  // A Friday.
  vi.setSystemTime(new Date('2026-03-20T15:00:00Z'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const post = 'POST /api/demo-requests';

function Example() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Book a Demo
      </button>
      <DemoDialogOnDemand open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function visit(answer: Answers[string] = { delivery: 'sent' }, config: Answers[string] = testConfig) {
  const server = stubServer({ 'GET /api/config': config, [post]: answer });
  show(<Example />);
  await open();
  return server;
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Book a Demo' }));
  await screen.findByRole('dialog', { name: 'Book a Demo' });
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function seeToast(code: MessageCode, params = {}) {
  const { title, text } = message(code, params);
  const messages = screen.getByRole('region', { name: /^Messages/, hidden: true });
  await waitFor(() => expect(messages.textContent).toContain(`${title}${text}`));
}

async function sendSomething() {
  fill('Name', 'Ada');
  fill('Email', 'ada@example.org');
  await press('Send Request');
}

describe('the demo dialog', () => {
  it('says who shows what and how the answer comes, and proposes the next working day at ten', async () => {
    await visit();
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('Half an hour with one of us.');
    expect(dialog.textContent).toContain('We confirm the time by e-mail.');
    expect(dialog.textContent).toContain('Your time zone: Europe/Paris.');
    expect(field('Date').value).toBe('2026-03-23');
    expect(field('Time').value).toBe('10:00');
    expect([field('Date').min, field('Date').max]).toEqual(['2026-03-21', '2026-05-19']);
    expect(document.activeElement).toBe(field('Name'));
  });

  it('sends the moment and the time zone, says so and goes on saying it until it is closed', async () => {
    const { callsOf } = await visit();
    fill(/Note/, 'Pricing, please');
    await sendSomething();
    await seeToast('demo_sent');
    expect(callsOf(post).map(({ body }) => body)).toEqual([
      {
        fullName: 'Ada',
        email: 'ada@example.org',
        startsAt: '2026-03-23T09:00:00.000Z',
        timeZone: 'Europe/Paris',
        note: 'Pricing, please',
        trap: '',
        openMs: expect.any(Number),
      },
    ]);
    const dialog = screen.getByRole('dialog', { name: 'Book a Demo' });
    expect(document.activeElement).toBe(within(dialog).getByRole('heading', { name: 'Request sent!' }));
    const outbox = await within(dialog).findByRole('link', { name: 'development outbox' });
    expect(outbox.getAttribute('href')).toBe('/outbox');
    expect(localStorage.length).toBe(0);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('begins again after it was sent, for the same person', async () => {
    await visit();
    fill(/Note/, 'Pricing, please');
    fill('Time', '16:30');
    await sendSomething();
    await seeToast('demo_sent');
    await press('Close dialog');
    await open();
    const shown = ['Name', 'Email', 'Time', /Note/].map((label) => field(label).value);
    expect(shown).toEqual(['Ada', 'ada@example.org', '10:00', '']);
    expect(localStorage.length).toBe(0);
  });

  it.each(['kept', 'refused'] as const)('tells the truth when the request is %s', async (delivery) => {
    await visit({ delivery });
    await sendSomething();
    await seeToast(`demo_${delivery}`);
    const { text } = message(`demo_${delivery}`);
    expect(within(screen.getByRole('dialog')).getByText(text)).toBeDefined();
  });

  it('tells the outcome also when no one can say where mail waits', async () => {
    await visit({ delivery: 'sent' }, () => Promise.reject(new TypeError('offline')));
    await sendSomething();
    await seeToast('demo_sent');
    expect(screen.getByRole('heading', { name: 'Request sent!' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'development outbox' })).toBeNull();
  });

  it('says in each field what is missing and focuses the first', async () => {
    const { callsOf } = await visit();
    fill('Email', 'ada at example');
    fill('Date', '');
    await press('Send Request');
    await seeToast('demo_missing_fields');
    for (const label of ['Name', 'Email', 'Date'])
      expect(field(label).getAttribute('aria-invalid'), label).toBe('true');
    expect(document.activeElement).toBe(field('Name'));
    fill('Name', 'Ada');
    fill('Date', '2026-03-24');
    await press('Send Request');
    await seeToast('email_invalid');
    expect(callsOf(post)).toEqual([]);
  });

  it.each([
    { why: 'is today', date: '2026-03-20', at: 'Date', code: 'demo_time_invalid' as const },
    { why: 'is too far ahead', date: '2026-05-20', at: 'Date', code: 'demo_time_invalid' as const },
    { why: 'is skipped by the clocks', date: '2026-03-29', at: 'Time', code: undefined },
  ])('refuses a time that $why, at its field', async ({ date, at, code }) => {
    const { callsOf } = await visit();
    fill('Date', date);
    fill('Time', '02:30');
    await sendSomething();
    if (code) await seeToast(code, { days: 60 });
    expect(document.activeElement).toBe(field(at));
    expect(field(at).getAttribute('aria-invalid')).toBe('true');
    expect(callsOf(post)).toEqual([]);
  });

  it('never cuts a note off: too much of it is refused', async () => {
    const { callsOf } = await visit();
    fill(/Note/, 'x'.repeat(longestNote + 1));
    await sendSomething();
    expect(screen.getByRole('alert').textContent).toContain('1 character too many.');
    expect(document.activeElement).toBe(field(/Note/));
    expect(callsOf(post)).toEqual([]);
  });

  it('keeps everything when it fails, is closed or its tab is closed', async () => {
    await visit(() => new Response('', { status: 502 }));
    await sendSomething();
    await seeToast('contact_failed');
    expect(screen.getByText('Not sent.')).toBeDefined();
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    await open();
    expect(field('Name').value).toBe('Ada');
    cleanup();
    await visit();
    expect(field('Email').value).toBe('ada@example.org');
  });

  it("shows the server's refusal of a time at the date", async () => {
    const text = message('demo_time_invalid', { days: 60 }).text;
    await visit(refusal(400, 'demo_time_invalid', text));
    await sendSomething();
    await seeToast('demo_time_invalid', { days: 60 });
    expect(document.activeElement).toBe(field('Date'));
  });
});
