// @vitest-environment page
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';
import {
  aroundEachTest,
  foundTwo,
  opportunity,
  press,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { FindDialog } from './FindDialog.tsx';

aroundEachTest();

const search = 'POST /api/campaign/find-opportunities';

async function review(found: Partial<FoundOpportunities> = {}) {
  const dialog = (
    <FindDialog open userId="u1" onOpenChange={vi.fn()} onStarted={vi.fn()} onSeePlans={vi.fn()} />
  );
  const server = show(dialog, { [search]: { ...foundTwo, ...found } });
  const fields = {
    'Product/Service Name': 'Two Homes',
    URL: 'https://example.com',
    'Product/Service Description': 'A calendar for two homes',
  };
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await press('Find Opportunities');
  await screen.findByRole('dialog', { name: 'Review Opportunities' });
  return server;
}
const only = (change: Partial<Opportunity>) => review({ opportunities: [{ ...opportunity, ...change }] });
const item = (title: string) => within(screen.getByRole('article', { name: title }));
const first = opportunity.title;

describe('an opportunity', () => {
  it('shows what the specification lists, its place, its confidence and its reasons', async () => {
    await review();
    const shown = item(first);
    const link = shown.getByRole<HTMLAnchorElement>('link', { name: /^.{0,1}How do sep/ });
    expect([link.href, link.target]).toEqual([opportunity.link, '_blank']);
    expect(link.rel).toContain('noopener');
    expect(shown.getByText(`${opportunity.original_post.slice(0, 200)}...`)).toBeDefined();
    expect(shown.getByText('Suggested:')).toBeDefined();
    expect(shown.getByText(opportunity.suggested_response)).toBeDefined();
    const keywords = shown.getByText('Keywords:').parentElement;
    expect(keywords?.textContent).toBe('Keywords: two homes, handover');
    expect(shown.getByText('Day: 2 | Status: AWAITING_REVIEW')).toBeDefined();
    expect(shown.getByText('Waits for your review')).toBeDefined();
    // Isolated, so that a name from outside can't turn the rest of the line round.
    const place = shown.getByText('Hacker News');
    expect(place.tagName).toBe('BDI');
    expect(place.parentElement?.textContent).toMatch(/^Hacker News · .+ · 4 replies$/);
    expect(shown.getByText('Confidence 92: close match')).toBeDefined();
    expect(shown.getByText('It names the handover between two homes.')).toBeDefined();
    expect(shown.getByText('“miss every handover”')).toBeDefined();
    expect(shown.getByText(/^A briefing for your eyes only: Hacker News wants no/)).toBeDefined();
    expect(shown.getByText(/^You post the reply yourself/)).toBeDefined();
    const draft = item('Shared calendars');
    expect(draft.getByText('Lemmy (lemmy.example.org), parenting')).toBeDefined();
    expect(draft.getByText(/^Sent from your linked account/)).toBeDefined();
    expect(draft.queryByText(/“|for your eyes only/)).toBeNull();
  });

  it('that can only be read is left out until it is ticked, and says why', async () => {
    const toRead = { ...opportunity, id: 'o3', title: 'A question to read', reply_way: 'none' as const };
    await review({ opportunities: [...foundTwo.opportunities, toRead] });
    const box = () => item(toRead.title).getByRole<HTMLInputElement>('checkbox');
    expect([box().checked, screen.getByText(/of 3 chosen/).textContent]).toEqual([false, '2 of 3 chosen.']);
    expect(
      item(toRead.title).getByText(/^For reading only: .* left out unless you tick it\.$/),
    ).toBeDefined();
    expect(item(toRead.title).queryByText(/A briefing for your eyes only/)).toBeNull();
    expect(item(toRead.title).getByText('Only to be read')).toBeDefined();
    expect(item(toRead.title).getByText(/\| Status: AWAITING_REVIEW$/)).toBeDefined();
    await userEvent.click(box());
    expect(screen.getByText('3 of 3 chosen.')).toBeDefined();
  });

  it('shows the rules of its place, when they were read, and that this is too long ago', async () => {
    await review();
    const rules = item(first).getByText('Rules of Hacker News');
    expect(rules.closest('details')?.open).toBe(false);
    await userEvent.click(rules);
    expect(rules.closest('details')?.open).toBe(true);
    expect(item(first).getByText(/^Write it yourself\./)).toBeDefined();
    expect(item(first).getByText(/^Read on .*2099.* strictest reading holds\.$/)).toBeDefined();
    expect(item(first).getByText('No generated text.')).toBeDefined();
  });

  it('shows hostile text as text, and follows no address but a web page’s', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await only({
      title: hostile,
      original_post: hostile,
      suggested_response: hostile,
      keywords_used: [hostile],
      why: [hostile],
      quote: hostile,
      community: hostile,
      link: 'javascript:alert(1)',
      rules: { ...opportunity.rules, place: hostile, rules: [{ text: hostile, source: 'data:x' }] },
    });
    const dialog = screen.getByRole('dialog');
    expect(dialog.querySelectorAll('img, script, article a')).toHaveLength(0);
    expect(item(hostile).getAllByText(hostile).length).toBeGreaterThan(3);
  });

  it('without a title is named after the first words of its post', async () => {
    await only({ title: '', original_post: 'Whose week\nis it?' });
    expect(item('Whose week is it?').getByRole('checkbox', { name: /Include: Whose week/ })).toBeDefined();
  });

  it('says how old it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-05-10T12:00:00Z') });
    const ages = {
      'no date': 'age not known',
      '2099-05-10T12:00:00Z': 'just now',
      '2099-05-10T11:59:00Z': '1 minute ago',
      '2099-05-10T11:00:00Z': '1 hour ago',
      '2099-05-10T00:00:00Z': '12 hours ago',
      '2099-05-07T12:00:00Z': '3 days ago',
      '2100-01-01T00:00:00Z': 'just now',
    };
    const posts = Object.keys(ages).map((at) => ({ ...opportunity, id: at, title: at, posted_at: at }));
    await review({ opportunities: posts });
    for (const [at, age] of Object.entries(ages))
      expect(item(at).getByText(age, { exact: false })).toBeDefined();
  });
});

describe('the review', () => {
  it('says what was asked, what each place did, and what was left out and why', async () => {
    await review();
    expect(screen.getByText('2 conversations for Two Homes, out of 31 different posts.')).toBeDefined();
    expect(screen.getByText(/^Written without AI: ranked by word match\./)).toBeDefined();
    expect(screen.getByText('“two homes”, “handover calendar”')).toBeDefined();
    const lines = within(screen.getByRole('region', { name: 'Places' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Hacker News (news.example.org): answered, 30 posts',
      'Lemmy (lemmy.example.org): asked a short while ago, 1 post',
      'Stack Exchange (api.example.org): waiting · It asks us to wait 40 seconds.',
    ]);
    expect(screen.getByText(/1 of 3 places did not answer/)).toBeDefined();
    const left = within(screen.getByRole('region', { name: 'Left out' })).getAllByRole('listitem');
    expect(left.map(({ textContent }) => textContent)).toEqual([
      '12 older than 14 days',
      '3 promoting something themselves',
    ]);
  });

  it('names its model, and counts no place as silent that was not asked', async () => {
    const unasked = { source: 'discourse', host: 'Discourse', outcome: 'not-configured', found: 0 } as const;
    const sources = [...foundTwo.sources, { ...unasked, message: 'needs the address of a forum' }];
    await review({ sources, model: 'a-model' });
    expect(screen.getByText(/^Read and ranked by a-model\./)).toBeDefined();
    expect(screen.getByText(/1 of 3 places did not answer/)).toBeDefined();
    const lines = within(screen.getByRole('region', { name: 'Places' })).getAllByRole('listitem');
    expect(lines.at(-1)?.textContent).toBe('Discourse: not asked · needs the address of a forum');
  });

  it('claims nothing about rules that nobody has read', async () => {
    const own = { text: 'The rules of this server are not known here.', source: 'Startup Spark' };
    const rules = { ...opportunity.rules, rules: [own], expired: false, generatedText: 'allowed' as const };
    await only({ rules });
    expect(item(first).getByText('No rule against generated text is known to us.')).toBeDefined();
    expect(item(first).getByText('Nothing is sent without your approval.')).toBeDefined();
    expect(item(first).getByText(/^As of .*2099/)).toBeDefined();
  });

  it('shows a hundred a few at a time', async () => {
    const opportunities = Array.from({ length: 45 }, (_, place) => ({
      ...opportunity,
      id: `o${place}`,
      title: `Post ${place}`,
    }));
    await review({ opportunities });
    expect(screen.getAllByRole('article')).toHaveLength(20);
    expect(screen.getByText('45 of 45 chosen; the first 20 are shown.')).toBeDefined();
    await press('Show more');
    expect(screen.getAllByRole('article')).toHaveLength(40);
    expect(within(document.activeElement as HTMLElement).getByText('Post 20')).toBeDefined();
    await press('Show more');
    expect(screen.getAllByRole('article')).toHaveLength(45);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('nothing found', () => {
  const empty = { opportunities: [], leftOut: [] };
  const [answered, , waiting] = foundTwo.sources;

  it.each([
    ['no post', { ...empty, considered: 0 }, /^Nobody wrote about it in the last 14 days/],
    ['no fitting post', { ...empty, considered: 9 }, /^What was found did not fit/],
    [
      'only known posts',
      { ...empty, considered: 4, leftOut: [{ reason: 'known' as const, count: 4 }] },
      /in your campaigns already/,
    ],
    ['no answer', { ...empty, considered: 0, sources: waiting ? [waiting] : [] }, /^No place answered/],
  ])('is no dead end: %s', async (_what, found, advice) => {
    await review(found);
    expect(screen.getByText('No opportunities found.')).toBeDefined();
    expect(screen.getByText(advice)).toBeDefined();
    expect(screen.queryByText('Opportunities found!')).toBeNull();
    expect(screen.getByText('“two homes”, “handover calendar”').closest('details')?.open).toBe(true);
    expect(screen.queryByRole('button', { name: 'Start Campaign' })).toBeNull();
    await press('Change the description');
    const description = screen.getByLabelText<HTMLTextAreaElement>('Product/Service Description');
    expect(description.value).toBe('A calendar for two homes');
  });

  it('is searched for again where no place answered', async () => {
    const { callsOf } = await review({ ...empty, considered: 0, sources: waiting ? [waiting] : [] });
    await press('Search again');
    expect(await screen.findByText(/^No place answered/)).toBeDefined();
    const [one, two] = callsOf(search);
    expect(two?.body).toEqual(one?.body);
  });

  it('counts the places that answered', async () => {
    await review({ ...empty, considered: 1, sources: answered ? [answered] : [] });
    expect(screen.queryByRole('button', { name: 'Search again' })).toBeNull();
    expect(screen.queryByText(/did not answer/)).toBeNull();
  });
});
