// @vitest-environment page
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { somePost } from '#server/testing/fake-sources.ts';
import { someProduct } from '#server/testing/worlds/outreach-world.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import { FindDialog } from './FindDialog.tsx';
import type { FindStart } from './ProductForm.tsx';

const app = openOutreachApp();
const { world } = app;

const search = 'POST /api/campaign/find-opportunities';
const begin = 'POST /api/campaigns/start';
const onHackerNews = 'How do you keep a sourdough starter alive during holidays?';
const onLemmy = 'Which flour ratio for a rye levain?';

beforeEach(() => {
  const lemmy = { source: 'lemmy', host: 'lemmy.world', community: 'baking' } as const;
  world.sources.posts = [somePost({ title: onHackerNews }), somePost({ ...lemmy, title: onLemmy })];
});

async function showDialog(answers: Answers = {}, start?: FindStart) {
  const onStarted = vi.fn();
  const onSeePlans = vi.fn();
  const onOpenChange = vi.fn();
  const dialog = (open: boolean, from: FindStart | undefined) => (
    <FindDialog
      userId={world.founder.id}
      start={from}
      open={open}
      onOpenChange={onOpenChange}
      onStarted={onStarted}
      onSeePlans={onSeePlans}
    />
  );
  const { showNext, ...server } = await app.show(dialog(true, start), answers);
  return {
    ...server,
    onStarted,
    onSeePlans,
    onOpenChange,
    close: () => showNext(dialog(false, undefined)),
    reopen: (from?: FindStart) => showNext(dialog(true, from)),
  };
}

const name = () => screen.getByLabelText<HTMLInputElement>('Product/Service Name');
const url = () => screen.getByLabelText<HTMLInputElement>('URL');
const description = () => screen.getByLabelText<HTMLTextAreaElement>('Product/Service Description');
const forums = () => screen.getByLabelText<HTMLTextAreaElement>(/^Forums to search as well/);
const skip = (title: string) => press(`Skip: ${title}`);
const isSkipped = (title: string) => screen.queryByRole('button', { name: `Include: ${title}` }) !== null;
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

function fillIn(): void {
  type(name(), someProduct.name);
  type(url(), someProduct.url);
  type(description(), someProduct.description);
}

/** Fills the form in and gets to the review. */
async function find(): Promise<void> {
  fillIn();
  await press('Find Opportunities');
  await screen.findByRole('dialog', { name: 'Review Opportunities' });
}

async function seeToast(title: string, text: string): Promise<void> {
  await screen.findByText(title);
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
}

describe('the form', () => {
  it('has the specified texts and fields', async () => {
    const { onOpenChange } = await showDialog();
    const dialog = screen.getByRole('dialog', { name: 'Find Engagement Opportunities' });
    const text =
      'Describe your app, and our AI-powered listener will find relevant conversations for you to join.';
    expect(within(dialog).getByText(text)).toBeDefined();
    expect([name().required, url().type, description().required]).toEqual([true, 'url', true]);
    expect(await screen.findByText(/^Asks Hacker News, Stack Exchange and Lemmy/)).toBeDefined();
    await press('Cancel');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('asks Bluesky only for owners of a linked account', async () => {
    const config = { ...testConfig, conversationSources: ['Hacker News', 'Lemmy', 'Bluesky'] };
    await showDialog({ 'GET /api/config': config });
    const text =
      'Asks Hacker News and Lemmy for public posts of the last 14 days, and Bluesky if your account there is linked in Settings.';
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('names what is missing in each field, and focuses the first', async () => {
    const { callsOf } = await showDialog();
    await press('Find Opportunities');
    await seeToast('Error finding opportunities', 'Please fill out name, URL and description.');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getAllByRole('alert')).toHaveLength(3);
    expect(document.activeElement).toBe(name());
    type(name(), 'Two Homes');
    expect(name().getAttribute('aria-invalid')).toBeNull();
    expect(within(dialog).getAllByRole('alert')).toHaveLength(2);
    expect(callsOf(search)).toEqual([]);
  });

  const urlText = 'Please enter a valid URL, like https://example.com.';
  it.each([
    ['a word for an address', url, 'example', urlText],
    ['a mail address', url, 'ada@example.com', urlText],
    ['a script', url, 'javascript:alert(1)', urlText],
    ['a scheme alone', url, 'https://', urlText],
    ['two words', url, 'two words', urlText],
    [
      'a description that is too long',
      description,
      'x'.repeat(10_003),
      '3 characters too many. Nothing is cut off; please shorten the text.',
    ],
    ['six forums', forums, 'a.io b.io c.io d.io e.io f.io', 'Up to 5 forums can be searched as well.'],
    [
      'a forum without a public address',
      forums,
      'https://forum.example.com/latest, 10.0.0.1',
      '10.0.0.1 is not the public address of a forum, like forum.example.com.',
    ],
    [
      'a line that is no forum',
      forums,
      'not a forum!!',
      'not a forum!! is not the public address of a forum, like forum.example.com.',
    ],
  ])('rejects %s in its field', async (_, field, typed, text) => {
    const { callsOf } = await showDialog();
    fillIn();
    type(field(), typed);
    await press('Find Opportunities');
    const alert = within(screen.getByRole('dialog')).getByRole('alert');
    expect(alert.textContent).toBe(text);
    if (field === url) await seeToast('Error finding opportunities', text);
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe(typed);
    if (field === forums) expect(forums().closest('details')?.open).toBe(true);
    expect(callsOf(search)).toEqual([]);
  });

  it('puts https:// before an address, when the field is left and when it is sent', async () => {
    const { callsOf } = await showDialog();
    fillIn();
    type(url(), 'paynudge.example');
    fireEvent.blur(url());
    expect(url().value).toBe('https://paynudge.example');
    type(url(), 'paynudge.example/start');
    fireEvent.submit(url());
    await screen.findByRole('dialog', { name: 'Review Opportunities' });
    expect(callsOf(search)[0]?.body).toMatchObject({ url: 'https://paynudge.example/start' });
  });

  it('sends what was typed, and the hosts of forums', async () => {
    const { callsOf } = await showDialog();
    type(forums(), 'https://forum.example.com/latest\ntalk.example.org talk.example.org');
    fillIn();
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await userEvent.keyboard('{Tab}{Enter}');
    await screen.findByRole('dialog', { name: 'Review Opportunities' });
    expect(callsOf(search).map(({ body }) => body)).toEqual([
      {
        userId: world.founder.id,
        ...someProduct,
        forums: ['forum.example.com', 'talk.example.org'],
      },
    ]);
  });

  it('keeps what is typed apart for each idea, which begins with its own words', async () => {
    const { reopen, close } = await showDialog();
    const idea = { trailId: 't1', idea: 'A choir planner', appName: 'Choir Notch' };
    fillIn();
    close();
    reopen(idea);
    expect([name().value, description().value]).toEqual(['Choir Notch', 'A choir planner']);
    type(description(), 'A planner for choirs');
    close();
    reopen(idea);
    expect(description().value).toBe('A planner for choirs');
    close();
    reopen();
    expect([name().value, description().value]).toEqual([someProduct.name, someProduct.description]);
  });
});

describe('a search that fails', () => {
  const kept = 'What you typed is kept. You can search again.';
  const noText = 'Failed to find opportunities.';
  it.each([
    ['the server’s words', refusal(500, 'internal', 'The index is away.'), 'The index is away.', kept],
    ['the specified text', Response.json({}, { status: 500 }), noText, kept],
    [
      'its status',
      new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' }),
      'Server error: 502 Bad Gateway',
      kept,
    ],
    ['the specified text for a page', new Response('<h1>Hotel</h1>'), noText, kept],
    ['the specified text', () => Promise.reject(new TypeError()), noText, /^The server could not be reached/],
    [
      'words that say that nothing is lost',
      refusal(429, 'too_many_searches', 'Please wait. Your text is kept.'),
      'Please wait. Your text is kept.',
      'You can search again.',
    ],
  ])('says so in %s, read out once, and closing takes the toast away', async (_what, reply, text, note) => {
    const { close } = await showDialog({ [search]: reply });
    fillIn();
    await press('Find Opportunities');
    await seeToast('Error finding opportunities', text);
    expect(within(screen.getByRole('dialog')).getByText(note)).toBeDefined();
    expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1);
    close();
    await waitFor(() => expect(screen.queryByText('Error finding opportunities')).toBeNull());
  });

  it.each([
    ['description_without_words', description, 'The description has too few words to look for.'],
    ['forum_not_allowed', forums, 'forum.example.com is not the public address of a forum.'],
    ['product_url_invalid', url, 'Please enter a valid URL.'],
  ])('because of %s marks that field, and says it once', async (code, field, text) => {
    await showDialog({ [search]: refusal(400, code, text) });
    fillIn();
    await press('Find Opportunities');
    await seeToast('Error finding opportunities', text);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field());
    expect(within(screen.getByRole('dialog')).getAllByText(text)).toHaveLength(1);
    expect(screen.queryByText(/What you typed is kept/)).toBeNull();
  });

  it('leads to the plans when the plan has ended', async () => {
    const { onSeePlans } = await showDialog({
      [search]: refusal(403, 'upgrade_to_developer', 'Please upgrade.'),
    });
    fillIn();
    await press('Find Opportunities');
    await seeToast('Error finding opportunities', 'Please upgrade.');
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalled();
  });

  it('needs an account', async () => {
    const { callsOf } = await showDialog();
    setTokenSource(async () => null);
    fillIn();
    await press('Find Opportunities');
    await seeToast('Authentication Error', 'You must be logged in to start a campaign.');
    expect(callsOf(search)).toEqual([]);
    expect(name().value).toBe(someProduct.name);
  });
});

describe('a running search', () => {
  const host = { source: 'hacker-news', host: 'news.example.org' };
  const other = { source: 'lemmy', host: 'lemmy.example.org' };

  /** The response as a stream that the test writes; `wasEnded` once the browser aborted it. */
  async function startSearch() {
    const dialog = await showDialog();
    const encoder = new TextEncoder();
    let output: ReadableStreamDefaultController<Uint8Array> | undefined;
    let ended = false;
    const answer = fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (!path.endsWith('/api/campaign/find-opportunities')) return answer(path, init);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          output = controller;
        },
      });
      init.signal?.addEventListener('abort', () => {
        ended = true;
        output?.error(init.signal?.reason);
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    const again = async () => {
      output = undefined;
      await press('Find Opportunities');
      await waitFor(() => expect(output).toBeDefined());
    };
    fillIn();
    await again();
    return {
      ...dialog,
      again,
      send: (event: string, data: object) =>
        output?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      cut: () => output?.error(new TypeError('terminated')),
      wasEnded: () => ended,
    };
  }

  it('shows what each place reports', async () => {
    const { send } = await startSearch();
    await seeToast('Starting search...', 'Asking each place for posts of the last 14 days.');
    expect(screen.getByRole('button', { name: 'Searching...' })).toBeDefined();
    expect(name().readOnly).toBe(true);
    send('source', { ...host, report: null });
    send('source', { ...other, report: null });
    expect(await screen.findByText('Asking 2 places; 0 done so far.')).toBeDefined();
    const failed = { ...other, outcome: 'failed', found: 0, reason: { code: 'refused' } };
    send('source', { ...host, report: { ...host, outcome: 'answered', found: 12, reason: null } });
    send('source', { ...other, report: failed });
    await screen.findByText('Asking 2 places; 2 done so far.');
    const unasked = { source: 'discourse', host: 'Discourse' };
    const reason = { code: 'needs-forum' };
    send('source', { ...unasked, report: { ...unasked, outcome: 'not-configured', found: 0, reason } });
    await screen.findByText(/^Discourse: not asked/);
    expect(screen.getByText('Asking 2 places; 2 done so far.')).toBeDefined();
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toContain('Hacker News (news.example.org): answered, 12 posts');
    expect(lines).toContain('Lemmy (lemmy.example.org): failed · It refused to answer.');
    send('news', { of: 'another version' });
    send('ranking', {});
    await screen.findByText(/^All places are done/);
    send('done', (await world.find()).body);
    await seeToast('Opportunities found!', 'Review the list below before starting your campaign.');
  });

  it('can be stopped, which ends the request', async () => {
    const { wasEnded } = await startSearch();
    const regions = screen.getAllByRole('status');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await press('Stop');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    // A live region is read out only if it was there before its text.
    expect(regions).toContain(await screen.findByText('Stopped. What you typed is kept.'));
    expect(wasEnded()).toBe(true);
    expect(screen.queryByText('Error finding opportunities')).toBeNull();
    expect(name().readOnly).toBe(false);
  });

  it('ends when the dialog is closed', async () => {
    const { wasEnded, close } = await startSearch();
    close();
    await waitFor(() => expect(wasEnded()).toBe(true));
  });

  it('says when the connection breaks, and when the server gives up', async () => {
    const { cut, again, send } = await startSearch();
    cut();
    await seeToast('Error finding opportunities', 'Failed to find opportunities.');
    expect(await screen.findByText('The connection broke before the search was done.')).toBeDefined();
    await again();
    send('failed', { code: 'internal', error: 'The index is away.', message: 'The index is away.' });
    await seeToast('Error finding opportunities', 'The index is away.');
    expect(name().value).toBe(someProduct.name);
  });
});

describe('the way between form and review', () => {
  it('takes the focus to the result, back to the form and forth again, with everything kept', async () => {
    let isAway = false;
    const away = refusal(500, 'internal', 'Away.');
    const { close, reopen } = await showDialog({ [search]: () => (isAway ? away : undefined) });
    await find();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('2 conversations for Levain Keeper');
    await skip(onHackerNews);
    expect(screen.getByText(/^1 of 2 chosen\./)).toBeDefined();
    await press('Back');
    expect(screen.getByRole('dialog', { name: 'Find Engagement Opportunities' })).toBeDefined();
    expect(description().value).toBe(someProduct.description);
    expect(document.activeElement?.textContent).toBe('See what was found');
    isAway = true;
    await press('Find Opportunities');
    await screen.findByText('See what was found');
    expect(document.activeElement?.textContent).toBe('Find Opportunities');
    await press('See what was found');
    close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    reopen();
    expect(screen.getByRole('dialog', { name: 'Review Opportunities' })).toBeDefined();
    expect(isSkipped(onHackerNews)).toBe(true);
  });
});

describe('a result', () => {
  const seeFound = () => screen.queryByRole('button', { name: 'See what was found' });

  it('is there after a reload with what was skipped, for its owner until they sign out', async () => {
    const { unmount } = await showDialog();
    await find();
    await skip(onHackerNews);
    unmount();
    const { unmount: leave } = await showDialog();
    await press('See what was found');
    expect(screen.getByText(/^1 of 2 chosen\./)).toBeDefined();
    expect(isSkipped(onHackerNews)).toBe(true);
    leave();
    clearDrafts(world.founder.id);
    await showDialog();
    expect(seeFound()).toBeNull();
  });

  it('is there after the dialog was opened for another idea, which does not show it', async () => {
    const { close, reopen } = await showDialog();
    await find();
    close();
    reopen({ trailId: 't1', idea: 'A choir planner' });
    expect(seeFound()).toBeNull();
    close();
    reopen();
    expect(seeFound()).not.toBeNull();
  });
});

describe('starting a campaign', () => {
  /** A campaign as the server gives it, for what a start can't reach here. */
  async function started(changes: object = {}) {
    await app.campaign();
    const [campaign] = await world.listCampaigns();
    return Response.json({ campaign: { ...campaign, ...changes }, saved: 2 }, { status: 201 });
  }

  async function review(answer: Answers[string] = () => undefined, start?: FindStart) {
    const dialog = await showDialog({ [begin]: answer }, start);
    await find();
    return dialog;
  }
  const keysOf = (calls: { headers: Headers }[]) =>
    calls.map(({ headers }) => headers.get('idempotency-key'));

  it('sends what was searched for and chosen, and says what happens', async () => {
    const { onStarted } = await review();
    await skip(onLemmy);
    await press('Start Campaign');
    await seeToast(
      'Campaign Started Successfully',
      'Your new campaign is active. Nothing is posted before you approve it.',
    );
    expect(onStarted).toHaveBeenCalledTimes(1);
    expect(await world.listCampaigns()).toMatchObject([{ product: someProduct }]);
    expect(await world.conversations()).toMatchObject([{ postTitle: onHackerNews }]);
  });

  it('starts with a conversation that is answered at once, a skipped one too, and opens its reply', async () => {
    const { onStarted } = await review();
    await skip(onLemmy);
    await skip(onHackerNews);
    await press(`Reply: ${onHackerNews}`);
    const editor = within(await screen.findByRole('dialog', { name: 'Write your reply' }));
    expect(editor.getByRole('heading', { name: onHackerNews })).toBeDefined();
    expect(onStarted).toHaveBeenCalledTimes(1);
    expect(await world.conversations()).toMatchObject([{ postTitle: onHackerNews }]);
  });

  it('has started even when the conversation to be answered can not be read', async () => {
    const { onStarted } = await showDialog({
      'GET /api/conversations': () => refusal(500, 'internal', 'Away.'),
    });
    await find();
    await press(`Reply: ${onLemmy}`);
    await waitFor(() => expect(onStarted).toHaveBeenCalledTimes(1));
    expect(await world.listCampaigns()).toHaveLength(1);
  });

  it('says that replies are sent where automated posting is on', async () => {
    await review(await started({ autoPost: true }));
    await press('Start Campaign');
    await seeToast(
      'Campaign Started Successfully',
      'Your new campaign is active. We will start posting on your behalf.',
    );
  });

  it('names its idea, and clears what was typed', async () => {
    const { callsOf, onStarted } = await review(await started(), { trailId: 't1', idea: 'A calendar' });
    await press('Start Campaign');
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(callsOf(begin)[0]?.body).toMatchObject({ trailId: 't1' });
    expect(screen.getByRole('dialog', { name: 'Find Engagement Opportunities' })).toBeDefined();
    expect(name().value).toBe('');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('is sent once, however often the button is pressed', async () => {
    const { answer, arrive } = lateResponse();
    const { callsOf, onStarted } = await review(answer);
    const button = screen.getByRole('button', { name: 'Start Campaign' });
    fireEvent.click(button);
    fireEvent.click(button);
    await seeToast('Starting Campaign...', 'Creating campaign and saving 2 opportunities for review.');
    fireEvent.click(screen.getByRole('button', { name: 'Posting...' }));
    await arrive();
    await waitFor(() => expect(onStarted).toHaveBeenCalledTimes(1));
    expect(keysOf(callsOf(begin))).toEqual([expect.stringMatching(/^[a-z0-9]{16,}$/)]);
  });

  it('is sent again under the same key after a lost response, and under another for another choice', async () => {
    let isAway = true;
    const away = refusal(502, 'internal', 'Away.');
    const { callsOf, onStarted } = await review(() => (isAway ? away : undefined));
    await press('Start Campaign');
    await seeToast('Error Starting Campaign', 'Away.');
    await press('Start Campaign');
    await waitFor(() => expect(callsOf(begin)).toHaveLength(2));
    await screen.findByRole('button', { name: 'Start Campaign' });
    await skip(onLemmy);
    isAway = false;
    await press('Start Campaign');
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(callsOf(begin)).toHaveLength(3);
    const [one, two, three] = keysOf(callsOf(begin));
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('needs at least one opportunity, and an account', async () => {
    const { callsOf } = await review();
    await skip(onLemmy);
    await skip(onHackerNews);
    await press('Start Campaign');
    await seeToast('No opportunities to post.', 'Please find opportunities before starting a campaign.');
    expect(screen.getByText('Include at least one.')).toBeDefined();
    await press(`Include: ${onLemmy}`);
    expect(screen.getByText(/^1 of 2 chosen\./)).toBeDefined();
    setTokenSource(async () => null);
    await press('Start Campaign');
    await seeToast('Authentication Error', 'You must be logged in to start a campaign.');
    expect(callsOf(begin)).toEqual([]);
  });

  const kept = 'What you typed and what you chose are kept.';
  const limit = '10 campaigns of yours are active. Your text is kept.';
  it.each([
    [refusal(409, 'opportunities_outdated', 'Please search again.'), 'Please search again.', kept],
    [Response.json({}, { status: 500 }), 'Failed to start campaign.', kept],
    [
      new Response('<h1>no</h1>', { status: 504, statusText: 'Gateway Timeout' }),
      'Server error: 504 Gateway Timeout',
      kept,
    ],
    [refusal(409, 'campaign_limit', limit), limit, 'What you chose is kept too.'],
  ])('says why it failed, and keeps everything', async (reply, text, note) => {
    const { onStarted } = await review(reply);
    await press('Start Campaign');
    await seeToast('Error Starting Campaign', text);
    expect(screen.getByText(note)).toBeDefined();
    expect(screen.getByText(/^2 of 2 chosen\./)).toBeDefined();
    expect(onStarted).not.toHaveBeenCalled();
  });

  it('leads to the plans when the plan has ended', async () => {
    const { onSeePlans } = await review(refusal(403, 'upgrade_to_developer', 'Please upgrade.'));
    await press('Start Campaign');
    await seeToast('Error Starting Campaign', 'Please upgrade.');
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalled();
  });
});
