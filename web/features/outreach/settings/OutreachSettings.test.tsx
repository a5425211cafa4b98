// @vitest-environment page
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { worldStart } from '#server/testing/fake-sources.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { openOutreachApp, press, rowOf } from '#web/testing/outreach-app.tsx';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import './AutoPostPlaces.tsx';
import { OutreachSettings } from './OutreachSettings.tsx';

const app = openOutreachApp();
const { world } = app;
const list = 'GET /api/products/campaign';
const put = 'PUT /api/campaign/campaign-1/settings';
const login = 'POST /api/hn/login';
const accounts = 'GET /api/linked-accounts';
const away = refusal(500, 'internal', 'Away.');

const show = (answers: Answers = {}, isReadOnly = false) =>
  app.show(<OutreachSettings userId={world.founder.id} isReadOnly={isReadOnly} />, {
    'GET /api/config': { ...testConfig, ai: 'openai-compatible' },
    ...answers,
  });

/** Shows the settings of the founder's only campaign. */
async function showSettings(
  changes: Parameters<typeof app.campaign>[0] = {},
  answers: Answers = {},
  isReadOnly = false,
) {
  await app.campaign({ sources: [answered], ...changes });
  return show(answers, isReadOnly);
}

const answered = {
  source: 'hacker-news',
  host: 'hn.algolia.com',
  outcome: 'answered',
  found: 12,
  message: '',
  askedAt: worldStart.toISOString(),
} as const;

const enable = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Enable automated posting/ });
const threshold = () => screen.findByLabelText<HTMLInputElement>('Confidence Threshold');
const formValues = async () => [(await enable()).checked, (await threshold()).value];

async function typeThreshold(typed: string) {
  await userEvent.clear(await threshold());
  if (typed !== '') await userEvent.type(await threshold(), typed);
}

beforeEach(() => {
  // On this day the quoted rules have not expired.
  vi.useFakeTimers({ toFake: ['Date'], now: worldStart });
});

describe('the settings of automated posting', () => {
  it('need a campaign, and lead to the dashboard without one', async () => {
    await show();
    expect(await screen.findByText('Create a campaign to manage automated posting settings.')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Go to the dashboard' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/dashboard');
    expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull();
  });

  it('say when the campaigns can not be loaded, and try again', async () => {
    let isAway = true;
    await showSettings({}, { [list]: () => (isAway ? away : undefined) });
    await screen.findByText('Your campaigns could not be loaded.');
    isAway = false;
    await press('Try again');
    expect((await enable()).checked).toBe(false);
  });

  it('are off at first, with a threshold of 95 within 50 and 100, and saved on the server', async () => {
    const { callsOf } = await showSettings();
    const { min, max, type } = await threshold();
    expect([await formValues(), min, max, type]).toEqual([[false, '95'], '50', '100', 'number']);
    await userEvent.click(await enable());
    await typeThreshold('80');
    expect(callsOf(put)).toEqual([]);
    await press('Save Settings');
    expect(await screen.findByText('Settings saved')).toBeDefined();
    expect(callsOf(put).map(({ body }) => body)).toEqual([{ autoPost: true, confidenceThreshold: 80 }]);
    expect(await formValues()).toEqual([true, '80']);
  });

  it('say that posting is off when it was switched off', async () => {
    await showSettings({ autoPost: true });
    await userEvent.click(await enable());
    await press('Save Settings');
    const text = 'Automated posting is off: nothing is sent before you approve it.';
    expect(await screen.findByText(text)).toBeDefined();
  });

  it.each(['49', '101', '75.5', ''])('are not sent with a threshold of "%s"', async (typed) => {
    const { callsOf } = await showSettings();
    await typeThreshold(typed);
    await press('Save Settings');
    expect((await threshold()).validity.valid).toBe(false);
    expect(screen.getByRole('alert').textContent).toBe('Enter a whole number from 50 to 100.');
    expect(document.activeElement).toBe(await threshold());
    expect(callsOf(put)).toEqual([]);
    await press('Undo changes');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [400, 'confidenceThreshold must be a whole number', 'confidenceThreshold must be a whole number'],
    [500, 'Away.', 'The settings could not be saved. Please try again.'],
  ])('say why they could not be saved (%i), and keep what was chosen', async (status, reason, text) => {
    const code = status === 400 ? 'body_invalid' : 'internal';
    await showSettings({}, { [put]: refusal(status, code, reason) });
    await userEvent.click(await enable());
    await press('Save Settings');
    expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0);
    expect(screen.getByText('Not saved.').parentElement?.textContent).toBe(`Not saved. ${reason}`);
    expect((await enable()).checked).toBe(true);
  });

  it('are kept unsaved for each campaign, and after leaving the page', async () => {
    const createdAt = new Date('2026-01-01');
    await app.campaign({ id: 'campaign-2', name: 'Crumb Clock', confidenceThreshold: 80, createdAt });
    const { unmount } = await showSettings();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Campaign' });
    expect(choice.value).toBe('campaign-1');
    await userEvent.click(await enable());
    await userEvent.selectOptions(choice, 'campaign-2');
    expect(await formValues()).toEqual([false, '80']);
    await userEvent.selectOptions(choice, 'campaign-1');
    expect((await enable()).checked).toBe(true);
    await typeThreshold('70');
    unmount();
    await show();
    expect(await formValues()).toEqual([true, '70']);
    expect(screen.getByText('Not saved yet.')).toBeDefined();
    await press('Undo changes');
    expect(await formValues()).toEqual([false, '95']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('can only be read after a downgrade, also by Enter', async () => {
    const { callsOf } = await showSettings({}, {}, true);
    expect(await screen.findByText(/Automated posting needs the Developer plan/)).toBeDefined();
    expect([(await enable()).disabled, (await threshold()).readOnly]).toEqual([true, true]);
    for (const name of ['Save Settings', 'Link Hacker News Account'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'See the plans' })).toBeDefined();
    const { form } = await threshold();
    await act(async () => void fireEvent.submit(form as HTMLFormElement));
    expect(callsOf(put)).toEqual([]);
  });

  it('keep the focus when the last campaigns are shown', async () => {
    await Promise.all(Array.from({ length: 101 }, (_, at) => app.campaign({ id: `c-${at}` })));
    await show();
    await press('Show more campaigns');
    await waitFor(() => expect(screen.getAllByRole('option', { name: /started/ })).toHaveLength(101));
    expect(screen.queryByRole('button', { name: 'Show more campaigns' })).toBeNull();
    expect(document.activeElement?.contains(await enable())).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('what automated posting would do', () => {
  const mastodon = 'Mastodon (mastodon.social)';
  const place = async (name: string) => {
    const places = within(await screen.findByRole('region', { name: 'What it would do, place by place' }));
    return within((await places.findByText(name)).closest('li') as HTMLElement);
  };
  const on = { autoPost: true };

  beforeEach(() => world.linkAccount('mastodon', 'mastodon.social'));

  it('is listed place by place, with the rules in their own words', async () => {
    await showSettings();
    const there = await place('Hacker News');
    expect(there.getByText('Left to you')).toBeDefined();
    const hold = 'Automated posting is not allowed on Hacker News.';
    expect(there.getByText(hold)).toBeDefined();
    expect(there.getByText(/don't automate posting/)).toBeDefined();
    const [link] = there.getAllByRole('link', { name: /news.ycombinator.com/, hidden: true });
    expect(link?.getAttribute('href')).toBe('https://news.ycombinator.com/newsguidelines.html');
  });

  it('is listed only once the linked accounts are known', async () => {
    const { answer, arrive } = lateResponse();
    let isAway = true;
    await showSettings({}, { [accounts]: () => (isAway ? answer() : undefined) });
    await enable();
    expect(screen.queryByText('Left to you')).toBeNull();
    await arrive(away);
    await screen.findByText(/depends on your linked accounts, which could not be loaded/);
    expect(screen.queryByText('Left to you')).toBeNull();
    isAway = false;
    await press('Try again');
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
  });

  it('is conditional while it is off, by what is saved and not by what is typed', async () => {
    await showSettings();
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
    const text = 'Nothing is sent now. It would send sentences you approved before, from a confidence of 95.';
    expect((await place(mastodon)).getByText(text)).toBeDefined();
    expect(screen.getByText('It is off: nothing is sent before you approve it.')).toBeDefined();
    await userEvent.click(await enable());
    await userEvent.clear(await threshold());
    expect((await place(mastodon)).getByText(text)).toBeDefined();
    expect((await place(mastodon)).queryByText('Can send')).toBeNull();
  });

  it('says from which confidence and when replies go out while it is on', async () => {
    const nextListenAt = new Date('2026-12-01T15:00:00Z');
    await showSettings({ ...on, confidenceThreshold: 80, lastListenedAt: new Date(), nextListenAt });
    const there = await place(mastodon);
    expect(there.getByText('Can send')).toBeDefined();
    const text = 'Sends sentences you approved before, from a confidence of 80.';
    expect(there.getByText(text)).toBeDefined();
    const next = screen.getByText(/^It is on\. Replies are sent with each search, every hour; next/);
    expect(next.querySelector('time')?.dateTime).toBe(nextListenAt.toISOString());
  });

  it.each([
    [
      'before it has listened',
      { ...on, lastListenedAt: null },
      /^It is on\. Replies are sent with each search/,
      'Can send',
    ],
    [
      'while the campaign is paused',
      { ...on, pausedBecause: 'owner' },
      /^It is on\. The campaign is paused/,
      'Could send',
    ],
  ] as const)('is said %s', async (_, campaign, text, atPlace) => {
    await showSettings(campaign);
    expect(await screen.findByText(text)).toBeDefined();
    expect((await place(mastodon)).getByText(atPlace)).toBeDefined();
  });

  it('is said where no model writes replies', async () => {
    await showSettings(on, { 'GET /api/config': testConfig });
    expect(await screen.findByText('Nothing can be sent: without AI you write each reply.')).toBeDefined();
    const hold = 'Without a model there are only outlines.';
    expect((await place(mastodon)).getByText(hold)).toBeDefined();
  });

  it('is said where the account can not post', async () => {
    await world.query('update linked_accounts set needs_link = true');
    await showSettings();
    expect(await screen.findByText(/^It is off/)).toBeDefined();
    expect((await place(mastodon)).getByText('Left to you')).toBeDefined();
  });

  it('is left to the owner where the account’s server has a rule on machines', async () => {
    const rules = { texts: ['No bots.'], readOn: '2026-11-20' };
    await world.query('update linked_accounts set rules = $1', [JSON.stringify(rules)]);
    await showSettings(on);
    const there = await place(mastodon);
    expect(there.queryByText('Can send')).toBeNull();
    expect(there.getByText(/^Automated posting is not allowed on /)).toBeDefined();
    expect(there.getByText(/No bots\./)).toBeDefined();
  });

  it('is empty without a place', async () => {
    await world.query('delete from linked_accounts');
    await showSettings({ sources: [] });
    const text = 'The places appear with a linked account, or after the campaign’s next search.';
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('is the strictest once the rules were read too long ago', async () => {
    const { showNext } = await showSettings();
    await place(mastodon);
    vi.setSystemTime(new Date('2035-01-01T00:00:00Z'));
    showNext(<OutreachSettings userId={world.founder.id} isReadOnly={false} />);
    const there = await place(mastodon);
    expect(there.getByText(/^The rules of .* too long ago to rely on\.$/)).toBeDefined();
  });
});

describe('Link Hacker News Account', () => {
  const page = /^http:\/\/localhost:3000\/hn\/link\/\w+$/;
  const openable = () => ({
    closed: false,
    close: vi.fn(),
    focus: vi.fn(),
    location: { replace: vi.fn() },
  });

  it('opens a window of 800 by 600 in the click, and then sends it to the page', async () => {
    const opened = openable();
    const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    const { answer, arrive } = lateResponse();
    const { callsOf } = await showSettings({}, { [login]: answer });
    await press('Link Hacker News Account');
    expect(open.mock.calls[0]?.[0]).toBe('');
    expect(open.mock.calls[0]?.[2]).toContain('width=800,height=600');
    await waitFor(() => expect(callsOf(login)[0]?.body).toEqual({ campaignId: 'campaign-1' }));
    expect(opened.location.replace).not.toHaveBeenCalled();
    await arrive();
    await waitFor(() =>
      expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(page)),
    );
  });

  it('gives a link to the page when the window was blocked', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    await showSettings();
    await enable();
    const regions = screen.getAllByRole('status');
    await press('Link Hacker News Account');
    const link = await screen.findByRole('link', { name: /^Open the page/ });
    expect(regions).toContain(link.closest('[role=status]'));
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      expect.stringMatching(page),
      '_blank',
    ]);
  });

  const specified = 'Could not initiate secure login.';
  it.each([
    [500, refusal(500, 'internal', 'Away.'), 'Away.'],
    [404, refusal(404, 'internal', 'Away.'), 'Away.'],
    [429, refusal(429, 'internal', 'Away.'), 'Away.'],
    ['a reply without an address', Response.json({}), specified],
  ])('says to the letter that it failed with %s, and closes the window', async (_, answer, reason) => {
    const opened = openable();
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    await showSettings({}, { [login]: answer });
    await press('Link Hacker News Account');
    expect(await screen.findByText('Not opened.')).toBeDefined();
    expect((await screen.findAllByText(specified)).length).toBeGreaterThan(0);
    expect(screen.getByText('Not opened.').parentElement?.textContent).toBe(`Not opened. ${reason}`);
    expect(opened.close).toHaveBeenCalledTimes(1);
    expect(opened.location.replace).not.toHaveBeenCalled();
  });

  it('leaves it to the linked account to say how replies go out, once the window has linked one', async () => {
    await showSettings();
    await screen.findByText('No account is linked');
    expect(await screen.findByText('Once it is linked, we find your replies there.')).toBeDefined();
    await app.account({ source: 'hacker-news', host: 'news.ycombinator.com', username: 'maker' });
    const channel = new BroadcastChannel('linked-accounts');
    channel.postMessage('linked');
    const account = await rowOf('maker on news.ycombinator.com');
    expect(account.getByText('You post by hand, and we find your reply there.')).toBeDefined();
    expect(screen.queryByText('Once it is linked, we find your replies there.')).toBeNull();
    channel.close();
  });
});

describe('the daily mail', () => {
  const mail = 'PUT /api/daily-mail';
  const daily = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Daily mail/ });

  it('is off until it is switched on', async () => {
    await showSettings();
    expect((await daily()).checked).toBe(false);
    await userEvent.click(await daily());
    expect((await daily()).checked).toBe(true);
    await screen.findByText('Your mail settings are saved.');
    expect((await world.call('GET', '/api/daily-mail')).body).toEqual({
      isOn: true,
      atFirst: false,
    });
    await userEvent.click(await daily());
    await waitFor(async () =>
      expect((await world.call('GET', '/api/daily-mail')).body).toEqual({
        isOn: false,
        atFirst: false,
      }),
    );
  });

  it('leaves the mail at the first conversations of a day as it is, which is switched by itself', async () => {
    const first = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Mail me when the first/ });
    await world.call('PUT', '/api/daily-mail', { isOn: true, atFirst: false });
    await showSettings();
    expect((await first()).checked).toBe(false);
    await userEvent.click(await first());
    await screen.findByText('Your mail settings are saved.');
    expect((await world.call('GET', '/api/daily-mail')).body).toEqual({ isOn: true, atFirst: true });
    await world.call('PUT', '/api/daily-mail', { isOn: false, atFirst: false });
  });

  it('is as it was when it could not be saved', async () => {
    await showSettings({}, { [mail]: refusal(500, 'internal', 'Away.') });
    await userEvent.click(await daily());
    await waitFor(async () => expect((await daily()).checked).toBe(false));
    expect(screen.queryByText('Your mail settings are saved.')).toBeNull();
  });
});
