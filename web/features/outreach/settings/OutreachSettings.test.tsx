// @vitest-environment page
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import {
  type Answers,
  aroundEachTest,
  exampleCampaign,
  listCampaignsCall,
  mastodonAccount,
  pendingAnswer,
  press,
  provenAccount,
  rowOf,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { founder, testConfig } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { OutreachSettings } from './OutreachSettings.tsx';

aroundEachTest();

const put = 'PUT /api/campaign/campaign-1/settings';
const login = 'POST /api/hn/login';
const linked = 'GET /api/linked-accounts';
const other: Campaign = {
  ...exampleCampaign,
  id: 'campaign-2',
  product: { ...exampleCampaign.product, name: 'Crumb Clock' },
  confidenceThreshold: 80,
};
const saving: Answers = {
  [put]: ({ body }) => Response.json({ ...exampleCampaign, ...(body as Partial<Campaign>) }),
};

const showSettings = (answers: Answers = {}, isReadOnly = false) =>
  show(<OutreachSettings userId={founder.id} isReadOnly={isReadOnly} />, {
    'GET /api/config': { ...testConfig, ai: 'openai-compatible' },
    [linked]: [],
    ...answers,
  });

const enable = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Enable automated posting/ });
const threshold = () => screen.findByLabelText<HTMLInputElement>('Confidence Threshold');
const formValues = async () => [(await enable()).checked, (await threshold()).value];

async function typeThreshold(typed: string) {
  await userEvent.clear(await threshold());
  if (typed !== '') await userEvent.type(await threshold(), typed);
}

beforeEach(() => {
  // On this day the quoted rules have not expired.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') });
});

describe('the settings of automated posting', () => {
  it('need a campaign, and lead to the dashboard without one', async () => {
    showSettings({ [listCampaignsCall]: [] });
    expect(await screen.findByText('Create a campaign to manage automated posting settings.')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Go to the dashboard' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/dashboard');
    expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull();
  });

  it('say when the campaigns can not be loaded, and try again', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    showSettings({ [listCampaignsCall]: () => answer });
    await screen.findByText('Your campaigns could not be loaded.');
    answer = [exampleCampaign];
    await press('Try again');
    expect((await enable()).checked).toBe(false);
  });

  it('are off at first, with a threshold of 95 within 50 and 100, and saved on the server', async () => {
    const { callsOf } = showSettings(saving);
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
    showSettings({ [listCampaignsCall]: [{ ...exampleCampaign, autoPost: true }], ...saving });
    await userEvent.click(await enable());
    await press('Save Settings');
    const text = 'Automated posting is off: nothing is sent before you approve it.';
    expect(await screen.findByText(text)).toBeDefined();
  });

  it.each(['49', '101', '75.5', ''])('are not sent with a threshold of "%s"', async (typed) => {
    const { callsOf } = showSettings();
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
    showSettings({ [put]: refusal(status, code, reason) });
    await userEvent.click(await enable());
    await press('Save Settings');
    expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0);
    expect(screen.getByText('Not saved.').parentElement?.textContent).toBe(`Not saved. ${reason}`);
    expect((await enable()).checked).toBe(true);
  });

  it('are kept unsaved for each campaign, and after leaving the page', async () => {
    const { unmount } = showSettings({ [listCampaignsCall]: [exampleCampaign, other] });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Campaign' });
    expect(choice.value).toBe('campaign-1');
    await userEvent.click(await enable());
    await userEvent.selectOptions(choice, 'campaign-2');
    expect(await formValues()).toEqual([false, '80']);
    await userEvent.selectOptions(choice, 'campaign-1');
    expect((await enable()).checked).toBe(true);
    await typeThreshold('70');
    unmount();
    showSettings();
    expect(await formValues()).toEqual([true, '70']);
    expect(screen.getByText('Not saved yet.')).toBeDefined();
    await press('Undo changes');
    expect(await formValues()).toEqual([false, '95']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('can only be read after a downgrade, also by Enter', async () => {
    const { callsOf } = showSettings({ [put]: exampleCampaign }, true);
    expect(await screen.findByText(/Automated posting needs the Developer plan/)).toBeDefined();
    expect([(await enable()).disabled, (await threshold()).readOnly]).toEqual([true, true]);
    for (const name of ['Save Settings', 'Link Hacker News Account'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'See the plans' })).toBeDefined();
    fireEvent.submit((await threshold()).form as HTMLFormElement);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callsOf(put)).toEqual([]);
  });

  it('keep the focus when the last campaigns are shown, and say when they can’t be', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ ...exampleCampaign, id: `c-${n}` }));
    let rest: object = refusal(500, 'internal', 'Away.');
    showSettings({ [listCampaignsCall]: ({ query }) => (query.has('before') ? rest : many) });
    await press('Show more campaigns');
    await screen.findByText('More campaigns could not be loaded.');
    rest = many.map((campaign) => ({ ...campaign, id: `${campaign.id}-next` }));
    await press('Try again');
    await waitFor(() => expect(screen.getAllByRole('option', { name: /started/ })).toHaveLength(200));
    rest = [other];
    await press('Show more campaigns');
    await screen.findByRole('option', { name: /^Crumb Clock/ });
    expect(screen.queryByRole('button', { name: 'Show more campaigns' })).toBeNull();
    expect(document.activeElement?.contains(await enable())).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('what automated posting would do', () => {
  const mastodon = 'Mastodon (social.example.org)';
  const place = async (name: string) => {
    const places = within(await screen.findByRole('region', { name: 'What it would do, place by place' }));
    return within((await places.findByText(name)).closest('li') as HTMLElement);
  };
  const on = { ...exampleCampaign, autoPost: true };

  it('is listed place by place, with the rules in their own words', async () => {
    showSettings({ [linked]: [mastodonAccount] });
    const there = await place('Hacker News');
    expect(there.getByText('Left to you')).toBeDefined();
    const hold = 'Automated posting is not allowed on Hacker News, so replies there are left for you.';
    expect(there.getByText(hold)).toBeDefined();
    expect(there.getByText(/don't automate posting/)).toBeDefined();
    const [link] = there.getAllByRole('link', { name: /news.ycombinator.com/, hidden: true });
    expect(link?.getAttribute('href')).toBe('https://news.ycombinator.com/newsguidelines.html');
  });

  it('is listed only once the linked accounts are known', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    const { answer: late, give } = pendingAnswer();
    let isFirst = true;
    showSettings({ [linked]: () => (isFirst ? late() : (answer as Response)) });
    await enable();
    expect(screen.queryByText('Left to you')).toBeNull();
    isFirst = false;
    give(refusal(500, 'internal', 'Broken.'));
    await screen.findByText(/depends on your linked accounts, which could not be loaded/);
    expect(screen.queryByText('Left to you')).toBeNull();
    answer = Response.json([mastodonAccount]);
    await press('Try again');
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
  });

  it('is conditional while it is off, by what is saved and not by what is typed', async () => {
    showSettings({ [linked]: [mastodonAccount] });
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
    const text =
      'Nothing is sent now. It would send sentences that you approved before, from a confidence of 95 on.';
    expect((await place(mastodon)).getByText(text)).toBeDefined();
    expect(screen.getByText(/^It is off: nothing is sent before you approve it\./)).toBeDefined();
    await userEvent.click(await enable());
    await userEvent.clear(await threshold());
    expect((await place(mastodon)).getByText(text)).toBeDefined();
    expect((await place(mastodon)).queryByText('Can send')).toBeNull();
  });

  it('says from which confidence and when replies go out while it is on', async () => {
    showSettings({
      [listCampaignsCall]: [{ ...on, confidenceThreshold: 80 }],
      [linked]: [mastodonAccount],
    });
    const there = await place(mastodon);
    expect(there.getByText('Can send')).toBeDefined();
    const text = 'Sends sentences that you approved before, from a confidence of 80 on.';
    expect(there.getByText(text)).toBeDefined();
    const next = screen.getByText(/^It is on\. Replies go out without you only when the campaign listens/);
    expect(next.querySelector('time')?.dateTime).toBe(on.nextListenAt);
  });

  it.each([
    [
      'before it has listened',
      { [listCampaignsCall]: [{ ...on, lastListenedAt: null }] },
      /every six hours\. The first time can be sooner: campaigns are spread out/,
      'Can send',
    ],
    [
      'while the campaign is paused',
      { [listCampaignsCall]: [{ ...on, active: false, nextListenAt: null }] },
      /^It is on\. The campaign is paused/,
      'Could send',
    ],
    [
      'where no model writes replies',
      { [listCampaignsCall]: [on], 'GET /api/config': testConfig },
      /^It is on\. No model writes replies here/,
      'Without a model there are only outlines, so replies there are left for you.',
    ],
    [
      'where the account can not post',
      { [linked]: [{ ...mastodonAccount, canPost: false, needsLink: true }] },
      /^It is off/,
      'Left to you',
    ],
  ])('is said %s', async (_, answers, text, atPlace) => {
    showSettings({ [linked]: [mastodonAccount], ...answers });
    expect(await screen.findByText(text)).toBeDefined();
    expect((await place(mastodon)).getByText(atPlace)).toBeDefined();
  });

  it('is empty before the campaign has listened', async () => {
    showSettings({ [listCampaignsCall]: [{ ...exampleCampaign, sources: [] }] });
    const text = 'The places stand here once this campaign has listened for the first time.';
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('is the strictest once the rules were read too long ago', async () => {
    vi.setSystemTime(new Date('2035-01-01T00:00:00Z'));
    showSettings({ [linked]: [mastodonAccount] });
    const there = await place(mastodon);
    expect(there.getByText(/too long ago to rely on, so replies there are left for you/)).toBeDefined();
  });
});

describe('Link Hacker News Account', () => {
  const loginUrl = 'https://spark.example.org/hn/link/0123abcd';
  const page = () => ({ closed: false, close: vi.fn(), focus: vi.fn(), location: { replace: vi.fn() } });

  it('opens a window of 800 by 600 in the click, and then sends it to the page', async () => {
    const opened = page();
    const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    const { answer, give } = pendingAnswer();
    const { callsOf } = showSettings({ [login]: answer });
    await press('Link Hacker News Account');
    expect(open.mock.calls[0]?.[0]).toBe('');
    expect(open.mock.calls[0]?.[2]).toContain('width=800,height=600');
    await waitFor(() => expect(callsOf(login)[0]?.body).toEqual({ campaignId: 'campaign-1' }));
    expect(opened.location.replace).not.toHaveBeenCalled();
    give(Response.json({ loginUrl }));
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith(loginUrl));
  });

  it('gives a link to the page when the window was blocked', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    showSettings({ [login]: { loginUrl } });
    await enable();
    const regions = screen.getAllByRole('status');
    await press('Link Hacker News Account');
    const link = await screen.findByRole('link', { name: /^Open the page/ });
    expect(regions).toContain(link.closest('[role=status]'));
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([loginUrl, '_blank']);
  });

  const specified = 'Could not initiate secure login.';
  it.each([
    [500, refusal(500, 'internal', 'Away.'), 'Away.'],
    [404, refusal(404, 'internal', 'Away.'), 'Away.'],
    [429, refusal(429, 'internal', 'Away.'), 'Away.'],
    ['a reply without an address', Response.json({}), specified],
  ])('says to the letter that it failed with %s, and closes the window', async (_, answer, reason) => {
    const opened = page();
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    showSettings({ [login]: answer });
    await press('Link Hacker News Account');
    expect(await screen.findByText('Not opened.')).toBeDefined();
    expect((await screen.findAllByText(specified)).length).toBeGreaterThan(0);
    expect(screen.getByText('Not opened.').parentElement?.textContent).toBe(`Not opened. ${reason}`);
    expect(opened.close).toHaveBeenCalledTimes(1);
    expect(opened.location.replace).not.toHaveBeenCalled();
  });

  it('reads the accounts again when the window has linked one', async () => {
    let accounts: object = [];
    showSettings({ [linked]: () => accounts });
    await screen.findByText('No account is linked');
    accounts = [provenAccount];
    const channel = new BroadcastChannel('linked-accounts');
    channel.postMessage('linked');
    expect(await rowOf('maker on news.ycombinator.com')).toBeDefined();
    channel.close();
  });
});
