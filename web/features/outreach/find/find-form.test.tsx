// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { foundTwo } from './example-found.data.ts';
import {
  aroundEachTest,
  description,
  fillIn,
  find,
  forums,
  name,
  press,
  search,
  show,
  streamSearch,
  toasted,
  type,
  url,
} from './show-find.tsx';

aroundEachTest();
const searching = (answer: object | (() => Response)) => ({ answers: { [search]: answer as object } });

describe('the form', () => {
  it('has the specified texts and fields', async () => {
    const { onOpenChange } = show();
    const dialog = screen.getByRole('dialog', { name: 'Find Engagement Opportunities' });
    const text =
      'Describe your app, and our AI-powered listener will find relevant conversations for you to join.';
    expect(within(dialog).getByText(text)).toBeDefined();
    expect([name().required, url().type, description().required]).toEqual([true, 'url', true]);
    expect(await screen.findByText(/^Asks Hacker News, Stack Exchange and Lemmy/)).toBeDefined();
    await press('Cancel');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('names what is missing in each field, and the first takes the focus', async () => {
    const { callsOf } = show();
    await press('Find Opportunities');
    await toasted('Error finding opportunities', 'Please fill out name, URL and description.');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getAllByRole('alert')).toHaveLength(3);
    expect(document.activeElement).toBe(name());
    type(name(), 'Two Homes');
    expect(name().getAttribute('aria-invalid')).toBeNull();
    expect(within(dialog).getAllByRole('alert')).toHaveLength(2);
    expect(callsOf(search)).toEqual([]);
  });

  it.each(['example', 'ada@example.com', 'javascript:alert(1)', 'https://', 'two words'])(
    'takes no %s for an address',
    async (typed) => {
      const { callsOf } = show();
      fillIn();
      type(url(), typed);
      await press('Find Opportunities');
      await toasted('Error finding opportunities', 'Please enter a valid URL, like https://example.com.');
      expect(document.activeElement).toBe(url());
      expect(callsOf(search)).toEqual([]);
    },
  );

  it('puts https:// before an address, when the field is left and when it is sent', async () => {
    const { callsOf } = show(searching(foundTwo));
    fillIn();
    type(url(), 'paynudge.example');
    fireEvent.blur(url());
    expect(url().value).toBe('https://paynudge.example');
    type(url(), 'paynudge.example/start');
    fireEvent.submit(url());
    await screen.findByRole('dialog', { name: 'Review Opportunities' });
    expect(callsOf(search)[0]?.body).toMatchObject({ url: 'https://paynudge.example/start' });
  });

  it('cuts nothing off, and says how much is too much', async () => {
    show();
    fillIn();
    type(description(), 'x'.repeat(10_003));
    await press('Find Opportunities');
    expect(screen.getByText(/^3 characters too many/)).toBeDefined();
    expect(description().value).toHaveLength(10_003);
  });

  it('sends the hosts of forums, whatever was pasted', async () => {
    const { callsOf } = show(searching(foundTwo));
    type(forums(), 'https://forum.example.com/latest\ntalk.example.org talk.example.org');
    await find();
    expect(callsOf(search)[0]?.body).toEqual({
      userId: 'u1',
      name: 'Two Homes',
      url: 'https://example.com',
      description: 'A calendar for two homes',
      forums: ['forum.example.com', 'talk.example.org'],
    });
  });

  it('takes five forums, and opens what they are tucked away in', async () => {
    const { callsOf } = show();
    fillIn();
    type(forums(), 'a.example b.example c.example d.example e.example f.example');
    await press('Find Opportunities');
    expect(screen.getByText('Up to 5 forums can be searched as well.')).toBeDefined();
    expect(document.activeElement).toBe(forums());
    expect(forums().closest('details')?.open).toBe(true);
    expect(callsOf(search)).toEqual([]);
  });

  it('says which forum has no public address before anything is sent', async () => {
    const { callsOf } = show();
    fillIn();
    type(forums(), 'https://forum.example.com/latest, 10.0.0.1');
    await press('Find Opportunities');
    const text = '10.0.0.1 is not the public address of a forum, like forum.example.com.';
    expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(forums());
    expect(callsOf(search)).toEqual([]);
  });

  it('names a line that holds no forum as it was typed, once', async () => {
    show();
    fillIn();
    type(forums(), 'not a forum!!');
    await press('Find Opportunities');
    expect(screen.getAllByText(/is not the public address of a forum/)).toHaveLength(1);
    expect(screen.getByText(/^not a forum!! is not the public address/)).toBeDefined();
  });

  it('asks Bluesky only for whoever has linked an account there', async () => {
    const config = { ...testConfig, conversationSources: ['Hacker News', 'Lemmy', 'Bluesky'] };
    show({ answers: { 'GET /api/config': config } });
    expect(
      await screen.findByText(
        'Asks Hacker News and Lemmy for public posts of the last 14 days, and Bluesky if your account there is linked in Settings.',
      ),
    ).toBeDefined();
  });

  it('marks a description that has too few words, and says it once beside it', async () => {
    const text = 'The description has too few words to look for.';
    show(searching(refusal(400, 'description_without_words', text)));
    fillIn();
    await press('Find Opportunities');
    await toasted('Error finding opportunities', text);
    expect(description().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(description());
    expect(within(screen.getByRole('dialog')).getAllByText(text)).toHaveLength(1);
    expect(screen.queryByText(/What you typed is kept/)).toBeNull();
  });

  it('puts what the server says of a field to that field', async () => {
    const text = 'forum.example.com is not the public address of a forum, like forum.example.com.';
    show(searching(refusal(400, 'forum_not_allowed', text)));
    fillIn();
    type(forums(), 'forum.example.com');
    await press('Find Opportunities');
    await toasted('Error finding opportunities', text);
    expect(forums().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(forums());
  });

  it('can be sent by the keyboard', async () => {
    const { callsOf } = show(searching(foundTwo));
    fillIn();
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await userEvent.keyboard('{Tab}{Enter}');
    await screen.findByRole('dialog', { name: 'Review Opportunities' });
    expect(callsOf(search)).toHaveLength(1);
  });

  it('needs somebody who is signed in', async () => {
    setTokenSource(async () => null);
    const { callsOf } = show();
    fillIn();
    await press('Find Opportunities');
    await toasted('Authentication Error', 'You must be logged in to start a campaign.');
    expect(callsOf(search)).toEqual([]);
    expect(name().value).toBe('Two Homes');
  });
});

describe('what is typed', () => {
  it('is there again after a reload, for its owner alone', () => {
    const { unmount } = show();
    fillIn();
    unmount();
    const { signInAs } = show();
    expect([name().value, url().value]).toEqual(['Two Homes', 'https://example.com']);
    signInAs('u2');
    expect(name().value).toBe('');
    clearDrafts('u1');
    signInAs('u1');
    expect(name().value).toBe('');
  });

  it('is kept apart for each idea, which begins with its own words', () => {
    const { reopen, close } = show();
    fillIn();
    close();
    reopen({ trailId: 't1', idea: 'A choir planner', appName: 'Choir Notch' });
    expect([name().value, description().value]).toEqual(['Choir Notch', 'A choir planner']);
    type(description(), 'A planner for choirs');
    close();
    reopen({ trailId: 't1', idea: 'A choir planner', appName: 'Choir Notch' });
    expect(description().value).toBe('A planner for choirs');
    close();
    reopen();
    expect([name().value, description().value]).toEqual(['Two Homes', 'A calendar for two homes']);
  });

  it('follows what another tab keeps, and keeps what is when it is sent over there', () => {
    show();
    fillIn();
    const key = Object.keys(localStorage)[0] ?? '';
    const other = {
      name: 'Two Homes',
      url: 'https://example.com',
      description: 'From over there',
      forums: '',
    };
    const tell = () => fireEvent(window, new StorageEvent('storage', { key }));
    localStorage.setItem(key, JSON.stringify({ document: { product: other } }));
    tell();
    expect(description().value).toBe('From over there');
    type(name(), 'Two Houses');
    expect(localStorage.getItem(key)).toContain('From over there');
    localStorage.removeItem(key);
    tell();
    expect([name().value, description().value]).toEqual(['Two Houses', 'From over there']);
  });

  it('is kept without storage as long as the page', async () => {
    const full = () => {
      throw new DOMException('The quota is used up.');
    };
    show(searching(refusal(503, 'search_failed', 'Away.')));
    vi.stubGlobal('localStorage', { getItem: full, setItem: full, removeItem: full });
    fillIn();
    await press('Find Opportunities');
    await toasted('Error finding opportunities', 'Away.');
    expect(description().value).toBe('A calendar for two homes');
  });
});

describe('a search that comes to nothing', () => {
  it.each([
    ['the server’s words', refusal(500, 'internal', 'The index is away.'), 'The index is away.'],
    ['the specified text', Response.json({}, { status: 500 }), 'Failed to find opportunities.'],
    [
      'its status',
      new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' }),
      'Server error: 502 Bad Gateway',
    ],
    ['the specified text for a page', new Response('<h1>Hotel</h1>'), 'Failed to find opportunities.'],
  ])('says so in %s', async (_what, reply, text) => {
    show(searching(reply));
    fillIn();
    await press('Find Opportunities');
    await toasted('Error finding opportunities', text);
    expect(within(screen.getByRole('dialog')).getByText(/What you typed is kept\. You can/)).toBeDefined();
  });

  it('is read out once, by its toast', async () => {
    show(searching(refusal(500, 'internal', 'The index is away.')));
    fillIn();
    await press('Find Opportunities');
    await screen.findByText(/^What you typed is kept\. You can/);
    await screen.findByText('Error finding opportunities');
    expect(screen.getAllByText('The index is away.')).toHaveLength(2);
    expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1);
  });

  it('does not say twice that nothing is lost', async () => {
    show(searching(refusal(429, 'too_many_searches', 'Please wait. Nothing you typed is lost.')));
    fillIn();
    await press('Find Opportunities');
    expect(await screen.findByText('You can search again.')).toBeDefined();
    expect(screen.queryByText(/What you typed is kept/)).toBeNull();
  });

  it('takes its toast away when the dialog closes', async () => {
    const { close } = show(searching(refusal(500, 'internal', 'The index is away.')));
    fillIn();
    await press('Find Opportunities');
    await screen.findByText('Error finding opportunities');
    close();
    await waitFor(() => expect(screen.queryByText('Error finding opportunities')).toBeNull());
  });

  it('says when the server could not be reached', async () => {
    show(searching(() => Promise.reject(new TypeError('fetch failed')) as never));
    fillIn();
    await press('Find Opportunities');
    await toasted('Error finding opportunities', 'Failed to find opportunities.');
    expect(await screen.findByText(/^The server could not be reached/)).toBeDefined();
  });

  it('leads to the plans when the plan has ended', async () => {
    const { onSeePlans } = show(searching(refusal(403, 'upgrade_to_developer', 'Please upgrade.')));
    fillIn();
    await press('Find Opportunities');
    await toasted('Error finding opportunities', 'Please upgrade.');
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalled();
  });
});

describe('while it searches', () => {
  const host = { source: 'hacker-news', host: 'news.example.org' };
  const other = { source: 'lemmy', host: 'lemmy.example.org' };

  async function begin() {
    const dialog = show();
    const reply = streamSearch();
    fillIn();
    await press('Find Opportunities');
    await reply.begun();
    return { ...dialog, ...reply };
  }

  it('shows what each place says as it says it', async () => {
    const { send } = await begin();
    await toasted('Starting search...', 'Asking each place for posts of the last 14 days.');
    expect(screen.getByRole('button', { name: 'Searching...' })).toBeDefined();
    expect(name().readOnly).toBe(true);
    send('source', { ...host, report: null });
    send('source', { ...other, report: null });
    expect(await screen.findByText('Asking 2 places; 0 done so far.')).toBeDefined();
    send('source', { ...host, report: { ...host, outcome: 'answered', found: 12, message: '' } });
    send('source', {
      ...other,
      report: { ...other, outcome: 'failed', found: 0, message: 'It answered 503.' },
    });
    await screen.findByText('Asking 2 places; 2 done so far.');
    const unasked = { source: 'discourse', host: 'Discourse' };
    const message = 'needs the address of a forum';
    send('source', { ...unasked, report: { ...unasked, outcome: 'not-configured', found: 0, message } });
    await screen.findByText(/^Discourse: not asked/);
    expect(screen.getByText('Asking 2 places; 2 done so far.')).toBeDefined();
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toContain('Hacker News (news.example.org): answered, 12 posts');
    expect(lines).toContain('Lemmy (lemmy.example.org): failed · It answered 503.');
    send('news', { of: 'another version' });
    send('ranking', {});
    await screen.findByText(/^All places are done/);
    send('done', foundTwo);
    await toasted('Opportunities found!', 'Review the list below before starting your campaign.');
  });

  it('can be stopped, which ends the request', async () => {
    const { wasEnded } = await begin();
    const regions = screen.getAllByRole('status');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await press('Stop');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    // Only what was there before it was filled is read out.
    expect(regions).toContain(await screen.findByText('Stopped. What you typed is kept.'));
    expect(wasEnded()).toBe(true);
    expect(screen.queryByText('Error finding opportunities')).toBeNull();
    expect(name().readOnly).toBe(false);
  });

  it('ends when the dialog is left', async () => {
    const { wasEnded, close } = await begin();
    close();
    await waitFor(() => expect(wasEnded()).toBe(true));
  });

  it('says when the connection breaks, and when the server gives up', async () => {
    const { cut } = await begin();
    cut();
    await toasted('Error finding opportunities', 'Failed to find opportunities.');
    expect(await screen.findByText('The connection broke before the search was done.')).toBeDefined();
    const again = streamSearch();
    await press('Find Opportunities');
    await again.begun();
    again.send('failed', { code: 'internal', error: 'The index is away.', message: 'The index is away.' });
    await toasted('Error finding opportunities', 'The index is away.');
    expect(name().value).toBe('Two Homes');
  });
});
