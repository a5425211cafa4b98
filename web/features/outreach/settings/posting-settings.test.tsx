// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { exampleCampaign, exampleConversation } from '#web/features/outreach/example-outreach.data.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { mastodonAccount, press, provenAccount, showSettings } from './show-settings.tsx';

const put = 'PUT /api/campaign/campaign-1/settings';
const login = 'POST /api/hn/login';
const campaigns = 'GET /api/products/campaign';
const linked = 'GET /api/linked-accounts';
const other: Campaign = {
  ...exampleCampaign,
  id: 'campaign-2',
  product: { ...exampleCampaign.product, name: 'Crumb Clock' },
  confidenceThreshold: 80,
};

const enable = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Enable automated posting/ });
const threshold = () => screen.findByLabelText<HTMLInputElement>('Confidence Threshold');

beforeEach(() => {
  setTokenSource(async () => 'token');
  // On this day the rules that are quoted still hold.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.useRealTimers();
});

describe('the card', () => {
  it('asks for a campaign where there is none, and leads to the dashboard', async () => {
    showSettings({ [campaigns]: [] });
    expect(await screen.findByText('Create a campaign to manage automated posting settings.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe(
      '/startup-spark-suite/dashboard',
    );
    expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull();
  });

  it('says when the campaigns can not be loaded, and tries again', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    showSettings({ [campaigns]: () => answer });
    await screen.findByText('Your campaigns could not be loaded.');
    answer = [exampleCampaign];
    await press('Try again');
    expect((await enable()).checked).toBe(false);
  });

  it('is off at first, with a threshold of 95 within 50 and 100', async () => {
    showSettings();
    expect((await enable()).checked).toBe(false);
    const { value, min, max, type } = await threshold();
    expect([value, min, max, type]).toEqual(['95', '50', '100', 'number']);
  });

  it('saves both on the server, and says so', async () => {
    const { callsOf } = showSettings({
      [put]: ({ body }) => Response.json({ ...exampleCampaign, ...(body as Partial<Campaign>) }),
    });
    await userEvent.click(await enable());
    await userEvent.clear(await threshold());
    await userEvent.type(await threshold(), '80');
    expect(callsOf(put)).toEqual([]);
    await press('Save Settings');
    expect(await screen.findByText('Settings saved')).toBeDefined();
    expect(callsOf(put).map(({ body }) => body)).toEqual([{ autoPost: true, confidenceThreshold: 80 }]);
    expect([(await enable()).checked, (await threshold()).value]).toEqual([true, '80']);
  });

  it.each(['49', '101', '75.5', ''])(
    'is not sent with a threshold of "%s", which the input refuses',
    async (typed) => {
      const { callsOf } = showSettings();
      await userEvent.clear(await threshold());
      if (typed !== '') await userEvent.type(await threshold(), typed);
      await press('Save Settings');
      expect((await threshold()).validity.valid).toBe(false);
      expect(screen.getByRole('alert').textContent).toBe('Enter a whole number from 50 to 100.');
      expect(document.activeElement).toBe(await threshold());
      expect(callsOf(put)).toEqual([]);
      await press('Undo changes');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('shows why the server refuses, and keeps what was chosen', async () => {
    const told = 'confidenceThreshold must be a whole number';
    showSettings({ [put]: refusal(400, 'body_invalid', told) });
    await userEvent.click(await enable());
    await press('Save Settings');
    expect((await screen.findAllByText(told, { exact: false })).length).toBeGreaterThan(0);
    expect((await enable()).checked).toBe(true);
  });

  it('says that it could not be saved when no one answers', async () => {
    showSettings({ [put]: refusal(500, 'internal', 'Away.') });
    await press('Save Settings');
    expect(await screen.findByText('The settings could not be saved. Please try again.')).toBeDefined();
    expect(screen.getByText('Not saved.')).toBeDefined();
  });

  it('is of the first campaign; another can be chosen, and what is not saved is kept meanwhile', async () => {
    showSettings({ [campaigns]: [exampleCampaign, other] });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Campaign' });
    expect(choice.value).toBe('campaign-1');
    await userEvent.click(await enable());
    await userEvent.selectOptions(choice, 'campaign-2');
    expect([(await enable()).checked, (await threshold()).value]).toEqual([false, '80']);
    await userEvent.selectOptions(choice, 'campaign-1');
    expect((await enable()).checked).toBe(true);
  });

  it('keeps what is not saved when the page is left, and takes it back', async () => {
    const { unmount } = showSettings();
    await userEvent.click(await enable());
    await userEvent.clear(await threshold());
    await userEvent.type(await threshold(), '80');
    unmount();
    showSettings();
    expect([(await enable()).checked, (await threshold()).value]).toEqual([true, '80']);
    expect(screen.getByText('Not saved yet.')).toBeDefined();
    await press('Undo changes');
    expect([(await enable()).checked, (await threshold()).value]).toEqual([false, '95']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('says that it is off when it was switched off', async () => {
    showSettings({
      [campaigns]: [{ ...exampleCampaign, autoPost: true }],
      [put]: ({ body }) => Response.json({ ...exampleCampaign, ...(body as Partial<Campaign>) }),
    });
    await userEvent.click(await enable());
    await press('Save Settings');
    expect(
      await screen.findByText('Automated posting is off: nothing is sent before you approve it.'),
    ).toBeDefined();
  });

  it('can only be read after a downgrade', async () => {
    showSettings({}, true);
    expect(await screen.findByText(/Automated posting needs the Developer plan/)).toBeDefined();
    expect([(await enable()).disabled, (await threshold()).readOnly]).toEqual([true, true]);
    for (const name of ['Save Settings', 'Link Hacker News Account'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'See the plans' })).toBeDefined();
    expect(screen.queryByText(/download/)).toBeNull();
  });

  it('sends nothing after a downgrade when Enter is pressed in the threshold', async () => {
    const { callsOf } = showSettings({ [put]: exampleCampaign }, true);
    fireEvent.submit((await threshold()).form as HTMLFormElement);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callsOf(put)).toEqual([]);
  });

  it('keeps the focus when the last campaigns are shown, and says when they can’t be', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ ...exampleCampaign, id: `c-${n}` }));
    let rest: object = refusal(500, 'internal', 'Away.');
    showSettings({ [campaigns]: ({ query }) => (query.has('before') ? rest : many) });
    await press('Show more campaigns');
    await screen.findByText('More campaigns could not be loaded.');
    rest = Array.from({ length: 100 }, (_, n) => ({ ...exampleCampaign, id: `d-${n}` }));
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

  it('is listed place by place, with the rules in their own words', async () => {
    showSettings({ [linked]: [mastodonAccount] });
    const there = await place('Hacker News');
    expect(there.getByText('Left to you')).toBeDefined();
    expect(
      there.getByText('Automated posting is not allowed on Hacker News, so replies there are left for you.'),
    ).toBeDefined();
    expect(there.getByText(/don't automate posting/)).toBeDefined();
    const links = there.getAllByRole('link', { name: /news.ycombinator.com/, hidden: true });
    expect(links[0]?.getAttribute('href')).toBe('https://news.ycombinator.com/newsguidelines.html');
  });

  it('is listed only once the linked accounts are known', async () => {
    let answer = (_: Response) => {};
    showSettings({ [linked]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    await enable();
    expect(screen.queryByText('Left to you')).toBeNull();
    answer(Response.json([mastodonAccount]));
    await screen.findByText(mastodon);
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
  });

  it('is not guessed when the linked accounts could not be loaded', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    showSettings({ [linked]: () => answer });
    await screen.findByText(/depends on your linked accounts, which could not be loaded/);
    expect(screen.queryByText('Left to you')).toBeNull();
    answer = [mastodonAccount];
    await press('Try again');
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
  });

  it('is conditional while it is off, by what is saved and not by what is typed', async () => {
    showSettings({ [linked]: [mastodonAccount] });
    const there = await place(mastodon);
    expect(there.getByText('Could send')).toBeDefined();
    expect(
      there.getByText(
        'Nothing is sent now. It would send sentences that you approved before, from a confidence of 95 on.',
      ),
    ).toBeDefined();
    expect(screen.getByText(/^It is off: nothing is sent before you approve it\./)).toBeDefined();
    await userEvent.click(await enable());
    await userEvent.clear(await threshold());
    expect((await place(mastodon)).getByText(/from a confidence of 95 on/)).toBeDefined();
    expect((await place(mastodon)).queryByText('Can send')).toBeNull();
  });

  it('says from which confidence and when replies go out while it is on', async () => {
    const campaign = { ...exampleCampaign, autoPost: true, confidenceThreshold: 80 };
    showSettings({ [campaigns]: [campaign], [linked]: [mastodonAccount] });
    const there = await place(mastodon);
    expect(there.getByText('Can send')).toBeDefined();
    expect(
      there.getByText('Sends sentences that you approved before, from a confidence of 80 on.'),
    ).toBeDefined();
    const next = screen.getByText(/^It is on\. Replies go out without you only when the campaign listens/);
    expect(next.querySelector('time')?.dateTime).toBe(campaign.nextListenAt);
  });

  it('says that the first time may be sooner than six hours', async () => {
    showSettings({ [campaigns]: [{ ...exampleCampaign, autoPost: true, lastListenedAt: null }] });
    expect(
      await screen.findByText(/every six hours\. The first time can be sooner: campaigns are spread out/),
    ).toBeDefined();
  });

  it('is nothing where no model writes replies', async () => {
    showSettings({
      'GET /api/config': testConfig,
      [campaigns]: [{ ...exampleCampaign, autoPost: true }],
      [linked]: [mastodonAccount],
    });
    expect(await screen.findByText(/^It is on\. No model writes replies here/)).toBeDefined();
    expect(screen.queryByText(/Replies go out without you/)).toBeNull();
    const there = await place(mastodon);
    expect(there.getByText('Left to you')).toBeDefined();
    const hold = 'Without a model there are only outlines, so replies there are left for you.';
    expect(there.getByText(hold)).toBeDefined();
  });

  it('is nothing while the campaign is paused', async () => {
    const campaign = { ...exampleCampaign, autoPost: true, active: false, nextListenAt: null };
    showSettings({ [campaigns]: [campaign], [linked]: [mastodonAccount] });
    expect((await place(mastodon)).getByText('Could send')).toBeDefined();
    expect(screen.getByText(/^It is on\. The campaign is paused/)).toBeDefined();
  });

  it('is nothing where the account can not post', async () => {
    showSettings({ [linked]: [{ ...mastodonAccount, canPost: false, needsLink: true }] });
    const there = await place(mastodon);
    expect(there.getByText('Left to you')).toBeDefined();
  });

  it('is known from the conversations before the campaign has listened', async () => {
    showSettings({
      [campaigns]: [{ ...exampleCampaign, sources: [] }],
      'GET /api/conversations': [exampleConversation],
    });
    expect((await place('Lemmy (lemmy.example.org)')).getByText('Left to you')).toBeDefined();
    expect(screen.queryByText('Hacker News')).toBeNull();
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
    let answer = (_: Response) => {};
    const { callsOf } = showSettings({
      [login]: () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    await press('Link Hacker News Account');
    expect(open.mock.calls[0]?.[0]).toBe('');
    expect(open.mock.calls[0]?.[2]).toContain('width=800,height=600');
    await waitFor(() => expect(callsOf(login)[0]?.body).toEqual({ campaignId: 'campaign-1' }));
    expect(opened.location.replace).not.toHaveBeenCalled();
    answer(Response.json({ loginUrl }));
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

  it.each([500, 404, 429])(
    'says to the letter that it failed with %i, and closes the window',
    async (status) => {
      const opened = page();
      vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
      showSettings({ [login]: refusal(status, 'internal', 'Away.') });
      await press('Link Hacker News Account');
      expect(await screen.findByText('Could not initiate secure login.')).toBeDefined();
      expect(opened.close).toHaveBeenCalledTimes(1);
      expect(screen.getByText('Away.', { exact: false })).toBeDefined();
    },
  );

  it('says the same for a reply without an address, and leaves no window open', async () => {
    const opened = page();
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    showSettings({ [login]: {} });
    await press('Link Hacker News Account');
    expect((await screen.findAllByText('Could not initiate secure login.')).length).toBeGreaterThan(0);
    expect(opened.close).toHaveBeenCalledTimes(1);
    expect(opened.location.replace).not.toHaveBeenCalled();
  });

  it('has the accounts read again when the window tells that one was linked', async () => {
    let accounts: object = [];
    showSettings({ [linked]: () => accounts });
    await screen.findByText('No account is linked');
    accounts = [provenAccount];
    const channel = new BroadcastChannel('linked-accounts');
    channel.postMessage('linked');
    expect(await screen.findByRole('article', { name: 'maker on news.ycombinator.com' })).toBeDefined();
    channel.close();
  });
});
