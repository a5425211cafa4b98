// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { exampleCampaign } from '#web/features/outreach/example-outreach.data.ts';
import { founder, signedInAnswers } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ActiveCampaigns } from './ActiveCampaigns.tsx';

const list = 'GET /api/products/campaign';
const pause = 'PATCH /api/campaign/campaign-1/pause';
const resume = 'PATCH /api/campaign/campaign-1/resume';
const settings = 'PUT /api/campaign/campaign-1/settings';
const paused: Campaign = {
  ...exampleCampaign,
  active: false,
  pausedBecause: 'owner',
  nextListenAt: null,
};

type Answers = Parameters<typeof stubServer>[0];

function show(campaigns: Answers[string], answers: Answers = {}, isReadOnly = false) {
  const server = stubServer({ ...signedInAnswers, [list]: campaigns, ...answers });
  const onFind = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container, unmount } = render(
    <QueryClientProvider client={client}>
      <ActiveCampaigns userId={founder.id} isReadOnly={isReadOnly} onFind={onFind} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...server, client, onFind, container, unmount };
}

const row = async () => within(await screen.findByRole('article', { name: 'Two Homes' }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

describe('a campaign', () => {
  it('shows its product, its start, its keywords, its counts and when it listens', async () => {
    show([exampleCampaign]);
    const campaign = await row();
    expect(campaign.getByText(/^Started/).querySelector('time')?.dateTime).toBe(exampleCampaign.createdAt);
    expect(campaign.getByText('two homes, shared calendar', { exact: false })).toBeDefined();
    expect(campaign.getByText('2 to review · 1 posted · 5 in all')).toBeDefined();
    expect(campaign.getByText(/^Listened/).querySelector('time')).not.toBeNull();
    expect(campaign.getByText(/^Listens next/).querySelector('time')).not.toBeNull();
  });

  it('tells what each source did when it listened', async () => {
    show([exampleCampaign]);
    const campaign = await row();
    await userEvent.click(campaign.getByText('Sources (1 of 2 failed)'));
    expect(campaign.getByText('12 posts.', { exact: false })).toBeDefined();
    expect(campaign.getByText('It did not answer in time.', { exact: false })).toBeDefined();
    expect(campaign.getByText('Failed')).toBeDefined();
  });

  it.each([
    ['owner', /Paused by you/],
    ['removals', /two of your last ten replies were removed/],
    ['plan', /need the Developer plan/],
  ] as const)('says why it is paused: %s', async (pausedBecause, words) => {
    show([{ ...paused, pausedBecause }]);
    expect((await row()).getByText(words)).toBeDefined();
    expect(screen.queryByText(/^Listens next/)).toBeNull();
  });

  it('shows hostile texts as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { container } = show([
      { ...exampleCampaign, product: { ...exampleCampaign.product, name: hostile }, keywords: [hostile] },
    ]);
    expect(await screen.findByRole('article', { name: hostile })).toBeDefined();
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('pausing and resuming', () => {
  it('shows at once and is undone by the other button', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { callsOf } = show([exampleCampaign], {
      [pause]: async () => {
        await held;
        return Response.json(paused);
      },
      [resume]: exampleCampaign,
    });
    await press('Pause');
    expect((await row()).getByText('Paused')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resume' }));
    release();
    expect(await screen.findByText('Campaign Paused')).toBeDefined();
    await press('Resume');
    expect(await screen.findByText('Campaign Resumed')).toBeDefined();
    expect((await row()).getByText('Listens')).toBeDefined();
    expect(callsOf(pause)[0]?.body).toBeUndefined();
  });

  it.each([
    ['Pause', exampleCampaign, pause, 'Failed to pause campaign', 'Listens'],
    ['Resume', paused, resume, 'Failed to resume campaign', 'Paused'],
  ] as const)('rolls %s back when it fails', async (button, campaign, call, text, state) => {
    show([campaign], { [call]: refusal(500, 'internal', 'Away.') });
    await press(button);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    await waitFor(async () => expect((await row()).getByText(state)).toBeDefined());
    expect(screen.getByRole('button', { name: button })).toBeDefined();
  });

  it('tells what the server refuses in its words', async () => {
    show([paused], { [resume]: refusal(403, 'campaign_read_only', 'Campaigns need the Developer plan.') });
    await press('Resume');
    expect(await screen.findByText('Campaigns need the Developer plan.')).toBeDefined();
  });

  it('is not shown as it was by a list that was asked for before', async () => {
    let answer = (_: Response) => {};
    let isLate = false;
    const { client } = show(
      () =>
        isLate ? new Promise<Response>((resolve) => (answer = resolve)) : Response.json([exampleCampaign]),
      { [pause]: paused },
    );
    await row();
    isLate = true;
    void client.refetchQueries();
    await press('Pause');
    await screen.findByText('Campaign Paused');
    answer(Response.json([exampleCampaign]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await row()).getByText('Paused')).toBeDefined();
  });

  it('is not offered after a downgrade', async () => {
    show([{ ...paused, pausedBecause: 'plan' }], {}, true);
    await row();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit keywords' })).toBeNull();
  });
});

describe('editing what a campaign looks for', () => {
  it('saves keywords and forums, each once', async () => {
    const changed = { ...exampleCampaign, keywords: ['custody plan'], forums: ['forum.example.org'] };
    const { callsOf } = show([exampleCampaign], { [settings]: changed });
    await press('Edit keywords');
    const keywords = screen.getByLabelText<HTMLTextAreaElement>('Keywords');
    expect(keywords.value).toBe('two homes, shared calendar');
    expect(document.activeElement).toBe(keywords);
    await userEvent.clear(keywords);
    await userEvent.type(keywords, 'custody plan, Custody Plan,, ');
    await userEvent.type(screen.getByLabelText(/Discourse forums/), 'https://forum.example.org/latest');
    await press('Save');
    expect(await screen.findByText('Campaign saved')).toBeDefined();
    expect(callsOf(settings)[0]?.body).toEqual({
      keywords: ['custody plan'],
      forums: ['forum.example.org'],
    });
    expect((await row()).getByText('custody plan', { exact: false })).toBeDefined();
    expect(screen.queryByLabelText('Keywords')).toBeNull();
  });

  it.each([
    ['none', ' , ', 'At least one keyword is needed.'],
    ['too many', Array.from({ length: 21 }, (_, n) => `k${n}`).join(','), /21 keywords; 20 is the most/],
    ['one that is too long', 'x'.repeat(61), /longer than 60 characters/],
  ])('refuses %s in the field', async (_, text, error) => {
    const { callsOf } = show([exampleCampaign]);
    await press('Edit keywords');
    const keywords = screen.getByLabelText<HTMLTextAreaElement>('Keywords');
    await userEvent.clear(keywords);
    await userEvent.type(keywords, text);
    await press('Save');
    expect(within(screen.getByRole('alert')).getByText(error)).toBeDefined();
    expect(document.activeElement).toBe(keywords);
    expect(callsOf(settings)).toHaveLength(0);
  });

  it('shows a forum that is refused in its field, and keeps what was typed', async () => {
    show([exampleCampaign], {
      [settings]: refusal(
        400,
        'forum_not_allowed',
        'forum.example.org is not the public address of a forum.',
      ),
    });
    await press('Edit keywords');
    const forums = screen.getByLabelText<HTMLTextAreaElement>(/Discourse forums/);
    await userEvent.type(forums, 'forum.example.org');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('forum.example.org is not');
    expect(forums.value).toBe('forum.example.org');
    expect(forums.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(forums));
  });

  it('names the forum that has no public address, and sends nothing', async () => {
    const { callsOf } = show([exampleCampaign]);
    await press('Edit keywords');
    await userEvent.type(screen.getByLabelText(/Discourse forums/), 'localhost');
    await press('Save');
    expect(screen.getByRole('alert').textContent).toContain('localhost is not the public address of a forum');
    expect(callsOf(settings)).toHaveLength(0);
  });

  it('keeps what is typed until it is saved, whatever closes the form', async () => {
    const { unmount } = show([exampleCampaign]);
    const keywords = () => screen.getByLabelText<HTMLTextAreaElement>('Keywords');
    await press('Edit keywords');
    await userEvent.type(keywords(), ', custody');
    expect(screen.queryByText(/Your changes from before/)).toBeNull();
    act(() => screen.getByRole('button', { name: 'Close' }).click());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit keywords' }));
    await press('Edit keywords');
    expect(keywords().value).toBe('two homes, shared calendar, custody');
    expect(screen.getByText(/Your changes from before, kept in this browser/)).toBeDefined();
    unmount();
    const changed = { ...exampleCampaign, keywords: ['two homes', 'shared calendar', 'custody'] };
    show([exampleCampaign], { [settings]: changed });
    await press('Edit keywords');
    expect(keywords().value).toBe('two homes, shared calendar, custody');
    await press('Undo changes');
    expect(keywords().value).toBe('two homes, shared calendar');
    expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
    expect(screen.queryByText(/Your changes from before/)).toBeNull();
    await userEvent.type(keywords(), ', custody');
    await press('Save');
    await screen.findByText('Campaign saved');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('leaves what was changed elsewhere meanwhile, and shows it', async () => {
    let listed = exampleCampaign;
    const { callsOf, client } = show(() => [listed], { [settings]: exampleCampaign });
    await press('Edit keywords');
    await userEvent.type(screen.getByLabelText(/Discourse forums/), 'forum.example.org');
    listed = { ...exampleCampaign, keywords: ['custody plan'] };
    await client.refetchQueries();
    const keywords = screen.getByLabelText<HTMLTextAreaElement>('Keywords');
    await waitFor(() => expect(keywords.value).toBe('custody plan'));
    await press('Save');
    await screen.findByText('Campaign saved');
    expect(callsOf(settings)[0]?.body).toEqual({ forums: ['forum.example.org'] });
  });

  it('says when it could not be saved', async () => {
    show([exampleCampaign], { [settings]: refusal(500, 'internal', 'Away.') });
    await press('Edit keywords');
    await press('Save');
    expect(await screen.findByText('The campaign could not be saved. Please try again.')).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Keywords').value).toBe('two homes, shared calendar');
  });
});

describe('the list of campaigns', () => {
  it('leads to the launch while it is empty, also when the server answers 404', async () => {
    const { onFind } = show(refusal(404, 'not_found', 'There is nothing here.'));
    await press('Launch a campaign');
    expect(onFind).toHaveBeenCalledOnce();
  });

  it('says when it could not be loaded, and tries again', async () => {
    let isAway = true;
    show(() => (isAway ? refusal(500, 'internal', 'Away.') : [exampleCampaign]));
    expect(await screen.findByText('Your campaigns could not be loaded.')).toBeDefined();
    isAway = false;
    await press('Try again');
    expect(await row()).toBeDefined();
  });

  it('goes on behind the last one', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ ...exampleCampaign, id: `c-${n}`, sources: [] }));
    const { callsOf } = show(({ query }) => (query.has('before') ? [exampleCampaign] : many));
    await press('Show more campaigns');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(101));
    expect(callsOf(list)[1]?.query.get('before')).toBe(`${exampleCampaign.createdAt}~c-99`);
    expect(screen.queryByRole('button', { name: 'Show more campaigns' })).toBeNull();
    expect(document.activeElement?.contains(screen.getAllByRole('article')[0] ?? null)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('keeps what is there when more can’t be loaded', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ ...exampleCampaign, id: `c-${n}`, sources: [] }));
    show(({ query }) => (query.has('before') ? refusal(500, 'internal', 'Away.') : Response.json(many)));
    await press('Show more campaigns');
    expect(await screen.findByText('More campaigns could not be loaded.')).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(100);
  });
});
