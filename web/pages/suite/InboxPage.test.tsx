// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InboxEntry } from '#shared/contracts/support-inbox.ts';
import { SessionContext } from '#web/identity/session.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { exampleInboxThread } from '#web/testing/support-threads.ts';
import { Suite } from './Suite.tsx';

const list = 'GET /api/inbox';
const counts = { open: 2, mine: 1, waiting: 0, resolved: 7 };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Answers = Parameters<typeof stubServer>[0];

function show(answer: Answers[string], { at = '/inbox', isAgent = true } = {}) {
  const server = stubServer({ 'GET /api/config': testConfig, [list]: answer });
  const user = isAgent ? { ...founder, supportAgent: true as const } : founder;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <SessionContext value={testSession({ user })}>
          <Suite />
        </SessionContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return server;
}

function entry(id: string, given: Partial<InboxEntry> = {}): InboxEntry {
  return { ...exampleInboxThread, id, requestTitle: `Request ${id}`, ...given };
}

const page = (entries: InboxEntry[], hasMore = false) => ({ entries, hasMore, counts });
const rows = async () => within(await screen.findByRole('list', { name: 'Support requests' }));
const titles = async () => (await rows()).getAllByRole('link').map(({ textContent }) => textContent);

describe('the inbox', () => {
  it('lists in the server’s order with due clock, plan, customer and who has claimed it', async () => {
    show(
      page([
        entry('b', { agent: { name: 'Ada', isMe: false } }),
        entry('a', { customer: { name: '', email: 'someone@example.org', plan: 'developer' } }),
        entry('c', { agent: { name: 'Grace', isMe: true } }),
      ]),
    );
    expect(await titles()).toEqual(['Request b', 'Request a', 'Request c']);
    const [first, second, third] = (await rows()).getAllByRole('article');
    expect(first?.textContent).toContain('Claimed by Ada');
    expect(first?.textContent).toContain('Founder');
    expect(first?.textContent).toMatch(/Answer due /);
    expect(first?.textContent).toContain('Pro');
    expect(second?.textContent).toContain('someone@example.org');
    expect(second?.textContent).toContain('Developer');
    expect(second?.textContent).toContain('Not claimed');
    expect(third?.textContent).toContain('Claimed by you');
    expect(screen.getByRole('link', { name: 'Request b' }).getAttribute('href')).toBe(
      '/startup-spark-suite/inbox/b',
    );
  });

  it('has four queues with their counts, and asks for the one that is chosen', async () => {
    const { callsOf } = show(({ query }) => page([entry(query.get('queue') ?? '')]));
    expect(await titles()).toEqual(['Request open']);
    const queues = within(screen.getByRole('navigation', { name: 'Queues' }));
    expect(queues.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Open2',
      'Mine1',
      'Waiting for customer0',
      'Resolved7',
    ]);
    await userEvent.click(queues.getByRole('link', { name: /^Resolved/ }));
    await waitFor(async () => expect(await titles()).toEqual(['Request resolved']));
    expect(queues.getByRole('link', { current: 'page' }).textContent).toBe('Resolved7');
    expect(callsOf(list).map(({ query }) => query.get('queue'))).toEqual(['open', 'resolved']);
  });

  it('searches when asked to, says when nothing is found, and shows all again', async () => {
    const { callsOf } = show(({ query }) => page(query.has('search') ? [] : [entry('a')]), {
      at: '/inbox?queue=mine',
    });
    await titles();
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the inbox' });
    fireEvent.change(field, { target: { value: ' calendar ' } });
    expect(callsOf(list)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Nothing was found')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }));
    expect(field.value).toBe('calendar');
    expect(`${callsOf(list).at(-1)?.query}`).toBe('queue=mine&search=calendar');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(document.activeElement).not.toBe(document.body);
    expect(await titles()).toEqual(['Request a']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('loads more, and lists a request on both pages once', async () => {
    const { callsOf } = show(({ query }) =>
      query.get('offset') === '2' ? page([entry('b'), entry('c')]) : page([entry('a'), entry('b')], true),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await titles()).toEqual(['Request a', 'Request b', 'Request c']));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Support requests' }))).toBe(
      true,
    );
    expect(document.activeElement).not.toBe(document.body);
    expect(callsOf(list)).toHaveLength(2);
  });

  it('still lists the first page when more can’t be loaded', async () => {
    show(({ query }) =>
      query.has('offset') ? refusal(500, 'internal', 'Broken') : page([entry('a')], true),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect((await screen.findByRole('alert')).textContent).toContain('More could not be loaded.');
    expect(await titles()).toEqual(['Request a']);
  });

  it.each([
    ['open', 'Nothing is open'],
    ['mine', 'You have claimed nothing'],
    ['waiting', 'No customer is asked just now'],
    ['resolved', 'Nothing is resolved yet'],
  ])('says what will stand in the queue %s while it is empty', async (queue, text) => {
    show(page([]), { at: `/inbox?queue=${queue}` });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('can be tried again when it could not be loaded', async () => {
    const answers = [refusal(500, 'internal', 'Broken')];
    show(() => answers.pop() ?? page([entry('a')]));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await titles()).toEqual(['Request a']);
  });

  it('reads itself again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [page([entry('a')])];
    show(() => answers.shift() ?? page([entry('new'), entry('a')]));
    expect(await titles()).toEqual(['Request a']);
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    await waitFor(async () => expect(await titles()).toEqual(['Request new', 'Request a']));
  });
});

describe('for anybody but agents', () => {
  it.each(['/inbox', '/inbox/request-1'])('%s is an address without a page, and nothing is asked', (at) => {
    const { calls } = show(page([entry('a')]), { at, isAgent: false });
    expect(screen.getByRole('heading', { name: 'There is no page here' })).toBeDefined();
    expect(document.title).toContain('Page not found');
    expect(calls).toEqual([]);
  });
});
