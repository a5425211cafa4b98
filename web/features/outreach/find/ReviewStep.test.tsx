// @vitest-environment page
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { somePost } from '#server/testing/fake-sources.ts';
import { someProduct } from '#server/testing/worlds/outreach-world.ts';
import type {
  FoundOpportunities,
  LeftOutPost,
  Opportunity,
} from '#shared/contracts/outreach/opportunities.ts';
import { openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { FindDialog } from './FindDialog.tsx';

const app = openOutreachApp();
const { world } = app;
const search = 'POST /api/campaign/find-opportunities';

/** The server's results, with changes that a search without a model does not reach. */
async function review(change: (found: FoundOpportunities) => Partial<FoundOpportunities> = () => ({})) {
  world.sources.posts = [
    somePost({ title: first, author: 'baker' }),
    somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking', title: second }),
  ];
  world.sources.failing.set('mastodon.social', 'unavailable');
  const found = (await world.find()).body as unknown as FoundOpportunities;
  const dialog = (
    <FindDialog
      open
      userId={world.founder.id}
      onOpenChange={vi.fn()}
      onStarted={vi.fn()}
      onSeePlans={vi.fn()}
    />
  );
  const server = await app.show(dialog, { [search]: { ...found, ...change(found) } });
  const { name, url, description } = someProduct;
  const fields = { 'Product/Service Name': name, URL: url, 'Product/Service Description': description };
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await press('Find Opportunities');
  await screen.findByRole('dialog', { name: 'Review Opportunities' });
  return { ...server, found };
}
const first = 'How do you keep a sourdough starter alive during holidays?';
const second = 'Which flour ratio for a rye levain?';
/** As of a place whose rules nobody has read. */
const ownRules: Opportunity['rules'] = {
  place: 'A forum',
  rules: [{ text: 'The rules of this server are not known here.', source: 'Startup Spark' }],
  readOn: '2026-11-22',
  expired: false,
  generatedText: 'allowed',
  automatedPosting: false,
};

const readRules: Opportunity['rules'] = {
  ...ownRules,
  rules: [{ text: 'Be civil.', source: 'https://forum.example.com/rules' }],
};

const openDetails = (title: string) => press(`Details: ${title}`);
const item = (title: string) => within(screen.getByRole('article', { name: title }));

/** Its first opportunity alone, changed so. */
const only = (change: Partial<Opportunity>) =>
  review(({ opportunities }) => ({
    opportunities: opportunities.filter(({ title }) => title === first).map((one) => ({ ...one, ...change })),
  }));

describe('an opportunity', () => {
  it('shows what the specification lists and nothing else, and unfolds the rest', async () => {
    const { found } = await review(({ opportunities }) => ({
      opportunities: opportunities.map((one) =>
        one.title === first ? { ...one, quote: 'miss every feeding', original_post: 'a'.repeat(201) } : one,
      ),
    }));
    const opportunity = found.opportunities.find(({ title }) => title === first) as Opportunity;
    const shown = item(first);
    const link = shown.getByRole<HTMLAnchorElement>('link', { name: /^.{0,1}How do you keep/ });
    expect([link.href, link.target]).toEqual([opportunity.link, '_blank']);
    expect(link.rel).toContain('noopener');
    expect(shown.getByText(`${'a'.repeat(200)}...`)).toBeDefined();
    const lines = () => [...screen.getByRole('article', { name: first }).querySelectorAll('p, ul, details')];
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(first),
      expect.stringMatching(/^Hacker News · .+ · 2 replies$/),
      `miss every feeding ${'a'.repeat(200)}...`,
      expect.stringMatching(/^Suggested: Notes, not for posting. 1. /),
      `Keywords: ${opportunity.keywords_used.join(', ')}Write it yourself: no generated text.Day: ${opportunity.day} | Status: Awaiting review`,
    ]);
    await openDetails(first);
    const suggested = shown.getByText('Suggested:').parentElement;
    expect(suggested?.textContent).toBe(`Suggested: ${opportunity.suggested_response}`);
    // Isolated, so that a name from outside can't turn the rest of the line round.
    const place = shown.getByText('Hacker News');
    expect(place.tagName).toBe('BDI');
    const { confidence } = opportunity;
    expect(shown.getByText(`Worth answering: about ${confidence} of 100 like it are.`)).toBeDefined();
    expect(shown.getByText(/^You post the reply/)).toBeDefined();
    expect(item(second).getByText('Lemmy (lemmy.world), baking')).toBeDefined();
    expect(item(second).queryByText(/miss every/)).toBeNull();
    await openDetails(first);
    expect(lines()).toHaveLength(5);
  });

  it('marks the sentence that asks in its place, and puts it first where that is further on', async () => {
    const quote = 'How do others know how much to bake?';
    const marked = () => [...screen.getByRole('article', { name: first }).querySelectorAll('q')];
    await only({
      quote,
      original_post: `We are two people and a shop. ${'Bread. '.repeat(60)}${quote} Thanks.`,
    });
    expect(marked().map(({ textContent }) => textContent)).toEqual([quote]);
    expect(marked()[0]?.nextElementSibling?.textContent).toMatch(/^We are two people .*\.\.\.$/);
    await openDetails(first);
    expect(marked().map(({ textContent }) => textContent)).toEqual([quote]);
    expect(marked()[0]?.previousElementSibling?.textContent).toMatch(/^We are two people .* Bread\. $/);
  });

  it('names the licence of a post where its source does', async () => {
    await only({ license: 'CC BY-SA 4.0' });
    await openDetails(first);
    expect(item(first).getByText('Licence of the post: CC BY-SA 4.0')).toBeDefined();
  });

  it('marks the title where that is what asks', async () => {
    await only({ quote: first, original_post: 'It dies.' });
    const marked = screen.getByRole('article', { name: first }).querySelectorAll('q');
    expect([...marked].map((part) => [part.textContent, part.closest('a') !== null])).toEqual([
      [first, true],
    ]);
  });

  it.each([
    [{ reply_way: 'none' }, 'No promotion here.'],
    [{ reply_way: 'hand' }, 'Write it yourself: no generated text.'],
    [{ reply_way: 'account', rules: ownRules }, 'Read its rules first.'],
    [{ reply_way: 'account', rules: readRules }, 'Say that you built it. One reply a thread.'],
  ] as const)('says in one line what its place asks: %j', async (change, rule) => {
    await only(change as Partial<Opportunity>);
    expect(item(first).getByText(rule)).toBeDefined();
  });

  it('shows a post and its question without the marks of Markdown', async () => {
    await only({ title: 'Cafe', original_post: 'For a **small cafe**: which?', quote: 'a **small cafe**' });
    const marked = screen.getByRole('article', { name: 'Cafe' }).querySelector('q');
    expect(marked?.parentElement?.textContent).toBe('a small cafe For a small cafe: which?');
    expect(marked?.textContent).toBe('a small cafe');
  });

  it('explains a draft that is sent, and what was cut from it', async () => {
    const draft_cuts = [{ sentence: 'Studies show it.', reason: 'figure' as const }];
    await only({ suggestion_kind: 'draft', draft_cuts, reply_way: 'account' });
    await openDetails(first);
    expect(item(first).getByRole('region', { name: 'Cut from the draft' }).textContent).toBe(
      'Cut from the draftStudies show it. A study or figure nobody told us.',
    );
    expect(item(first).getByText(/^Sent from your linked account/)).toBeDefined();
  });

  it('shows a suggestion without marks in one line, and as it is sent once open', async () => {
    const suggested_response = '# Hello\n\nSend a **payment reminder** before it is due.';
    await only({ suggestion_kind: 'draft', suggested_response });
    const suggested = () => item(first).getByText('Suggested:').parentElement?.textContent;
    expect(suggested()).toBe('Suggested: Hello Send a payment reminder before it is due.');
    await openDetails(first);
    expect(suggested()).toBe(`Suggested: ${suggested_response}`);
  });

  it('says whose words are sent where the suggestion is only notes', async () => {
    await only({ suggestion_kind: 'briefing', reply_way: 'account' });
    await openDetails(first);
    const label = 'You write the reply. It is sent from your linked account once you approve it.';
    expect(item(first).getByText(label)).toBeDefined();
  });

  it('that can only be read is left out until it is included, and says why', async () => {
    const toRead = { id: 'o3', title: 'A question to read', reply_way: 'none' as const };
    await review(({ opportunities }) => ({
      opportunities: [...opportunities, ...opportunities.slice(0, 1).map((one) => ({ ...one, ...toRead }))],
    }));
    expect(screen.getByText(/of 3 chosen/).textContent).toBe(
      '2 of 3 chosen. Reply starts with them too. Nothing is posted yet.',
    );
    expect(item(toRead.title).getByText(/\| Status: Only to be read$/)).toBeDefined();
    await openDetails(toRead.title);
    expect(item(toRead.title).getByText(/^For reading only: .* not welcome there\.$/)).toBeDefined();
    await press(`Include: ${toRead.title}`);
    expect(screen.getByText(/^3 of 3 chosen\./)).toBeDefined();
    // The focus stays on the button, which now skips it.
    expect(document.activeElement?.textContent).toBe('Skip');
  });

  it('shows the rules of its place, when they were read, and that this is too long ago', async () => {
    await review(({ opportunities }) => ({
      opportunities: opportunities.map((one) => ({ ...one, rules: { ...one.rules, expired: true } })),
    }));
    await openDetails(first);
    const rules = item(first).getByText('Rules of Hacker News');
    expect(rules.closest('details')?.open).toBe(false);
    await userEvent.click(rules);
    expect(rules.closest('details')?.open).toBe(true);
    expect(item(first).getByText(/^Don't post generated text or AI-edited text\./)).toBeDefined();
    expect(item(first).getByText(/^Read on .*2026.* strictest reading holds\.$/)).toBeDefined();
    expect(item(first).getByText('No generated text.')).toBeDefined();
  });

  it('shows hostile text as text, and follows no address but a web page’s', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await only({
      title: hostile,
      original_post: hostile,
      suggested_response: hostile,
      keywords_used: [hostile],
      draft_cuts: [{ sentence: hostile, reason: 'figure' }],
      quote: hostile,
      community: hostile,
      link: 'javascript:alert(1)',
      rules: { ...ownRules, place: hostile, rules: [{ text: hostile, source: 'data:x' }] },
    });
    await openDetails(hostile);
    const dialog = screen.getByRole('dialog');
    expect(dialog.querySelectorAll('img, script, article a')).toHaveLength(0);
    expect(item(hostile).getAllByText(hostile).length).toBeGreaterThan(3);
  });

  it('without a title is named after the first words of its post', async () => {
    await only({ title: '', original_post: 'Whose week\nis it?' });
    expect(item('Whose week is it?').getByRole('button', { name: /^Skip: Whose week/ })).toBeDefined();
  });

  it('says how old it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
    const ages = {
      'no date': 'age not known',
      '2026-11-20T12:00:00Z': 'just now',
      '2026-11-20T11:59:00Z': '1 minute ago',
      '2026-11-20T11:00:00Z': '1 hour ago',
      '2026-11-20T00:00:00Z': '12 hours ago',
      '2026-11-17T12:00:00Z': '3 days ago',
      '2100-01-01T00:00:00Z': 'just now',
    };
    await review(({ opportunities: [one] }) => ({
      opportunities: Object.keys(ages).map((at) => ({
        ...(one as Opportunity),
        id: at,
        title: at,
        posted_at: at,
      })),
    }));
    for (const [at, age] of Object.entries(ages))
      expect(item(at).getByText(age, { exact: false })).toBeDefined();
  });
});

describe('the review', () => {
  it('says what was asked and what each place did', async () => {
    const { found } = await review();
    const { considered, searchedFor } = found;
    expect(screen.getByRole('region', { name: '2 conversations for Levain Keeper' })).toBeDefined();
    expect(screen.getByText(/^Written without AI · How\?/)).toBeDefined();
    expect(screen.getByText(`2 of ${considered} different posts.`)).toBeDefined();
    expect(screen.getByText(searchedFor.map((phrase) => `“${phrase}”`).join(', '))).toBeDefined();
    const lines = within(screen.getByRole('region', { name: 'Places' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Hacker News (news.ycombinator.com): answered, 1 post',
      'Lemmy (lemmy.world): answered, 1 post',
      expect.stringMatching(/^Mastodon \(mastodon\.social\): failed · /),
    ]);
    expect(screen.getByText(/1 of 3 places did not answer/)).toBeDefined();
    expect(screen.queryByText(/ found, /)).toBeNull();
  });

  it('names its model, and counts no place as silent that was not asked', async () => {
    const unasked = { source: 'discourse', host: 'Discourse', outcome: 'not-configured', found: 0 } as const;
    const waiting = {
      source: 'stack-exchange',
      host: 'api.example.org',
      outcome: 'waiting',
      found: 0,
    } as const;
    await review(({ sources }) => ({
      sources: [
        ...sources,
        {
          source: 'lemmy',
          host: 'other.example.org',
          outcome: 'cached',
          found: 1,
          reason: { code: 'unavailable' },
        },
        { ...waiting, reason: { code: 'busy', until: '2031-03-10T12:00:00.000Z' } },
        { ...unasked, reason: { code: 'needs-forum' } },
      ],
      model: 'a-model',
    }));
    expect(screen.getByText(/^Read and ranked by a-model · How\?/)).toBeDefined();
    expect(screen.getByText(/2 of 5 places did not answer/)).toBeDefined();
    const lines = within(screen.getByRole('region', { name: 'Places' })).getAllByRole('listitem');
    expect(lines.slice(3).map(({ textContent }) => textContent)).toEqual([
      'Lemmy (other.example.org): asked a short while ago, 1 post · Some of its answers are missing: it could not be reached.',
      'Stack Exchange (api.example.org): waiting · Its limit keeps us from asking now. It may be asked again at 12:00 UTC.',
      'Discourse: not asked · needs the address of a forum',
    ]);
  });

  it('claims nothing about rules that nobody has read', async () => {
    await only({ rules: ownRules });
    await openDetails(first);
    expect(item(first).getByText('No rule against generated text is known to us.')).toBeDefined();
    expect(item(first).queryByText(/posted by people only/)).toBeNull();
    expect(item(first).getByText(/^As of .*2026/)).toBeDefined();
  });

  it('shows a hundred a few at a time', async () => {
    await review(({ opportunities: [one] }) => ({
      opportunities: Array.from({ length: 45 }, (_, at) => ({
        ...(one as Opportunity),
        id: `o${at}`,
        title: `Post ${at}`,
      })),
    }));
    expect(screen.getAllByRole('article')).toHaveLength(20);
    await press('Show 20 more');
    expect(screen.getAllByRole('article')).toHaveLength(40);
    expect(within(document.activeElement as HTMLElement).getByText('Post 20')).toBeDefined();
    await press('Show 5 more');
    expect(screen.getAllByRole('article')).toHaveLength(45);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
    await press('Skip all');
    expect(screen.getByText('Include at least one.')).toBeDefined();
    await press('Include all');
    expect(screen.getByText(/^45 of 45 chosen\./)).toBeDefined();
  });
});

describe('what was left out', () => {
  const stray = 'We halved our bread waste this year';
  const leftOut = (change: Partial<LeftOutPost> & { title: string }, from?: Opportunity): LeftOutPost => ({
    reason: 'not-asking',
    known: null,
    link: `https://lemmy.world/post/${change.title.length}`,
    source: 'lemmy',
    host: 'lemmy.world',
    community: 'baking',
    posted_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    opportunity: from ? { ...from, id: change.title, title: change.title } : null,
    ...change,
  });
  const known = { id: 'conversation-1', repliedAt: '2026-11-18T12:00:00.000Z' };
  const someLeftOut = ({ opportunities: [one] }: FoundOpportunities): Partial<FoundOpportunities> => ({
    considered: 28,
    leftOut: [
      { reason: 'not-asking', count: 1 },
      { reason: 'off-topic', count: 23 },
      { reason: 'known', count: 1 },
      { reason: 'crisis', count: 1 },
      { reason: 'locked', count: 0 },
    ],
    leftOutPosts: [
      leftOut({ title: stray }, one),
      leftOut({ title: 'Meals for two', reason: 'off-topic' }, one),
      leftOut({ title: 'Tills for trucks', reason: 'off-topic' }, one),
      leftOut({ title: 'Stock', reason: 'known', known }),
      leftOut({ title: 'I give up', reason: 'crisis' }),
    ],
  });
  const group = (name: string) => within(screen.getByRole('region', { name }));

  it('is summed up with its reasons, each post with its place, and said where it can’t come back', async () => {
    await review(someLeftOut);
    const summary = screen.getByText(/^28 found, 2 shown:$/).closest('summary');
    expect(summary?.textContent).toBe(
      '28 found, 2 shown: 1 doesn’t ask for help, 23 too far off, 1 already yours, 1 from somebody in distress',
    );
    await userEvent.click(screen.getByText(/^28 found, 2 shown:$/));
    expect(summary?.closest('details')?.open).toBe(true);
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([
      'Don’t ask for help · 1',
      'Too far off · the nearest 2 of 23',
      'Already yours · 1',
      'From somebody in distress · 1',
    ]);
    const link = group('Don’t ask for help').getByRole<HTMLAnchorElement>('link', { name: stray });
    expect(link.href).toBe(`https://lemmy.world/post/${stray.length}`);
    expect(link.closest('li')?.textContent).toBe(`${stray}Lemmy (lemmy.world), baking · 2 days agoShow`);
    expect(group('From somebody in distress').queryByRole('button')).toBeNull();
    expect(group('From somebody in distress').getByText(/needs help, not a product/)).toBeDefined();
    const yours = group('Already yours');
    expect(yours.getByText(/replied/).textContent).toMatch(/ · replied (?:18 Nov|Nov 18)$/);
    const { href, target } = yours.getByRole<HTMLAnchorElement>('link', { name: 'Show: Stock' });
    expect([href, target]).toEqual([
      expect.stringMatching(/\/startup-spark-suite\/history\?conversation=conversation-1$/),
      '_blank',
    ]);
    expect(yours.queryByRole('button')).toBeNull();
  });

  it('comes back by one click, chosen like the others, and stays', async () => {
    const { callsOf } = await review(someLeftOut);
    await userEvent.click(screen.getByText(/^28 found, 2 shown:$/));
    await press(`Show: ${stray}`);
    expect(document.activeElement).toBe(screen.getByRole('article', { name: stray }).closest('li'));
    expect(screen.getByText(/^3 of 3 chosen\./)).toBeDefined();
    expect(screen.getByText(/^28 found, 3 shown:$/).closest('summary')?.textContent).toMatch(
      /: 23 too far off/,
    );
    expect(screen.queryByRole('button', { name: `Show: ${stray}` })).toBeNull();
    await press('Back');
    await press('See what was found');
    expect(screen.getByRole('article', { name: stray })).toBeDefined();
    await press(`Skip: ${stray}`);
    expect(screen.getByText(/^2 of 3 chosen\./)).toBeDefined();
    await press(`Include: ${stray}`);
    await press('Start Campaign');
    const [call] = callsOf('POST /api/campaigns/start');
    expect(call?.body).toMatchObject({
      opportunities: expect.arrayContaining([{ id: stray, link: expect.any(String) }]),
    });
  });

  it('is open where nothing else is shown', async () => {
    await review((found) => ({ ...someLeftOut(found), opportunities: [] }));
    expect(screen.getByText(/^28 found, 0 shown:$/).closest('details')?.open).toBe(true);
    await press(`Show: ${stray}`);
    expect(screen.getByRole('button', { name: 'Start Campaign' })).toBeDefined();
  });
});

describe('nothing found', () => {
  const silent = ({ sources }: FoundOpportunities) => sources.filter(({ outcome }) => outcome === 'failed');

  it.each([
    ['no post', { considered: 0 }, /^Nobody wrote about it in the last 14 days/],
    ['no fitting post', { considered: 9 }, /^What was found did not fit/],
    [
      'only known posts',
      { considered: 4, leftOut: [{ reason: 'known' as const, count: 4 }] },
      /in your campaigns already/,
    ],
    [
      'known posts among others',
      { considered: 14, leftOut: [{ reason: 'known' as const, count: 6 }] },
      'Nothing new: 6 of 14 are yours already, the rest did not fit.',
    ],
  ])('is no dead end: %s', async (_what, found, advice) => {
    const { callsOf } = await review(() => ({ opportunities: [], ...found }));
    expect(screen.getByText('No opportunities found.')).toBeDefined();
    expect(screen.getByText(advice)).toBeDefined();
    expect(screen.queryByText('Opportunities found!')).toBeNull();
    expect(screen.getByText(/^Written without AI/).closest('details')?.open).toBe(true);
    for (const button of ['Start Campaign', 'Search again'])
      expect(screen.queryByRole('button', { name: button })).toBeNull();
    await press('Change the description');
    const description = screen.getByLabelText<HTMLTextAreaElement>('Product/Service Description');
    expect(description.value).toBe(someProduct.description);
    expect(callsOf(search)).toHaveLength(1);
  });

  it('is searched for again where no place answered', async () => {
    const { callsOf } = await review((found) => ({
      opportunities: [],
      considered: 0,
      sources: silent(found),
    }));
    expect(screen.getByText(/^No place answered/)).toBeDefined();
    await press('Search again');
    expect(await screen.findByText(/^No place answered/)).toBeDefined();
    const [one, two] = callsOf(search);
    expect(two?.body).toEqual(one?.body);
  });
});
