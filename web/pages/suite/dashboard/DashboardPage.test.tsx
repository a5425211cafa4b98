// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { addCampaign, addConversation } from '#server/testing/outreach-rows.ts';
import { markedDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { draftKey, saveDraft } from '#web/drafts/draft-store.ts';
import { savePreview } from '#web/features/landing/preview/saved-preview.ts';
import { saveTypedIdea, takeTypedIdea } from '#web/features/landing/preview/typed-idea.ts';
import { outreachKey, useReplaceCampaign } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';
import { changeWorkspace, readWorkspace } from '#web/features/validation/workspace.ts';
import type { Session } from '#web/identity/session.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { founder } from '#web/testing/accounts.data.ts';
import { address, showOnApp } from '#web/testing/show.tsx';
import { type Answers, lateResponse } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { useFreshTrails } from './DashboardPage.tsx';
import { useDashboardDialogs } from './use-dashboard-dialogs.ts';

let app: TestApp;
/** One on each plan; the one on the Pro plan has made a session, a verdict and then a Go. */
let founders: Record<Plan, TestUser>;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp();
  founders = {
    free: await app.signUp(),
    pro: await app.signUp('pro'),
    developer: await app.signUp('developer'),
  };
  await work.saveSession(founders.pro, { content: '### Startup Ideation\n\nA calendar' });
  await work.answeredSurvey(founders.pro, ['Older'], { idea: 'Older' });
  const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
  await work.answeredSurvey(founders.pro, texts, { ...markedDraft(), minimumAnswers: 5, idea: 'With a Go' });
});
afterAll(() => app.close());

const show = (plan: Plan = 'free', at = '/dashboard', session?: Partial<Session>) =>
  showOnApp(app, <Suite />, founders[plan], { at, session });

// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const plans = 'Support Plan for non-technical founders';
const seeDialog = (name: string) => screen.findByRole('dialog', { name }, slow);

describe('the gates', () => {
  const toPro = 'Please upgrade to the Pro or Developer plan to access this feature.';
  const toDeveloper = 'Please upgrade to the Developer plan to access this feature.';
  it.each([
    ['free', 'Validating & Prototyping', toPro, 'showValidationModal'],
    ['free', 'Proof of Concept (MVP)', toPro, 'showPocModal'],
    ['pro', 'Launch (First 1000 Users)', toDeveloper, 'showAcquisitionModal'],
  ] as const)(
    'of the %s plan lead from %s to the plans, and back after paying',
    async (plan, name, text, modal) => {
      await show(plan);
      await press(name);
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      await seeDialog(plans);
      const way = `/startup-spark-suite/dashboard?modal=${modal}`;
      expect(sessionStorage.getItem('postPaymentRedirect')).toBe(way);
      await userEvent.keyboard('{Escape}');
      expect(sessionStorage.getItem('postPaymentRedirect')).toBeNull();
    },
  );

  it.each([
    ['free', 'Startup Ideation (Primary Research)', 'Startup Ideation'],
    ['pro', 'Validating & Prototyping', 'Validating & Prototyping'],
    ['pro', 'Proof of Concept (MVP)', 'Proof of Concept (No-Code MVP)'],
    ['developer', 'Launch (First 1000 Users)', 'Find Engagement Opportunities'],
  ] as const)('are open for the %s plan to %s', async (plan, name, title) => {
    await show(plan);
    await press(name);
    expect(await seeDialog(title)).toBeDefined();
  });

  it.each([
    ['developer', '?modal=showAcquisitionModal', 'Find Engagement Opportunities', 'Find Opportunities'],
    ['pro', '?modal=showPocModal', 'Proof of Concept (No-Code MVP)', 'Enhance Prompt'],
    ['free', '?modal=showValidationModal', plans, 'A plan with its survey comes with the Pro Plan.'],
    ['free', '?modal=showPocModal', plans, 'Build prompts come with the Pro Plan.'],
    ['free', '#pricing', plans, 'Free Trial'],
  ] as const)(
    'count for the %s plan also where the address asks for %s',
    async (plan, asked, title, text) => {
      await show(plan, `/dashboard${asked}`);
      expect((await within(await seeDialog(title)).findAllByText(text)).length).toBeGreaterThan(0);
      expect(address()).toBe('/dashboard');
    },
  );
});

describe('a tool that needed a plan', () => {
  const sentence = 'A calendar for two homes';
  const back = '/dashboard?modal=';

  it.each([
    ['Write the survey', 'showValidationModal', 'Validating & Prototyping', 'Your idea in one sentence'],
    ['Proof of Concept (MVP)', 'showPocModal', 'Proof of Concept (No-Code MVP)', 'Your App Idea'],
  ])('has the idea of %s ready after the payment', async (button, modal, title, label) => {
    const founder = await app.signUp();
    await work.saveSession(founder, { idea: sentence });
    const { unmount } = await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await screen.findByRole('region', { name: 'Your idea' }, slow);
    await press(button);
    await seeDialog(plans);
    unmount();
    await app.database.pool.query(`update users set plan = 'pro' where id = $1`, [founder.id]);
    const paid = { ...founder, plan: 'pro' as const };
    await showOnApp(app, <Suite />, paid, { at: `${back}${modal}` });
    const dialog = within(await seeDialog(title));
    const field = await dialog.findByLabelText<HTMLTextAreaElement>(new RegExp(`^${label}`), {}, slow);
    await waitFor(() => expect(field.value).toBe(sentence));
  });
});

describe('a tool beside an idea', () => {
  const sentence = 'A calendar for two homes';
  const coach = () => seeDialog('Startup Ideation');
  const asked = async () =>
    (await within(await coach()).findByLabelText<HTMLTextAreaElement>('Ideas for my startup', {}, slow))
      .value;

  it('begins the coach with it, and with the session that it has', async () => {
    const founder = await app.signUp('pro');
    await work.savePrompt(founder, { idea: sentence });
    await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await screen.findByRole('region', { name: 'Your idea' }, slow);
    await press('Startup Ideation (Primary Research)');
    await waitFor(async () => expect(await asked()).toBe(sentence), slow);
    expect(screen.getByRole('button', { name: 'Start a new session' })).toBeDefined();
  });

  it('opens the coached session of the idea that was chosen', async () => {
    const founder = await app.signUp('pro');
    const { trailId } = await work.saveSession(founder, { idea: sentence, content: 'Two homes' });
    await work.saveSession(founder, { idea: 'Another idea', content: 'Something else' });
    saveDraft(draftKey(founder.id, 'current-idea'), { trailId });
    await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await screen.findByRole('region', { name: 'Your idea' }, slow);
    await press('Startup Ideation (Primary Research)');
    const dialog = await screen.findByRole('dialog', {}, slow);
    expect(await within(dialog).findByText('Two homes', {}, slow)).toBeDefined();
  });

  it('bases a build prompt on its answers', async () => {
    const founder = await app.signUp('pro');
    const draft = await work.answeredSurvey(founder, ['We forgot'], { ...markedDraft(), idea: sentence });
    await work.answeredSurvey(founder, ['Other'], { ...markedDraft(), idea: 'Another idea' });
    const { trailId } = await work.saveSession(founder, { idea: sentence });
    saveDraft(draftKey(founder.id, 'current-idea'), { trailId });
    await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await screen.findByRole('region', { name: 'Your idea' }, slow);
    await press('Proof of Concept (MVP)');
    const dialog = within(await seeDialog('Proof of Concept (No-Code MVP)'));
    const basis = await dialog.findByLabelText<HTMLSelectElement>('Based on', {}, slow);
    await waitFor(() => expect(basis.value).toBe(draft.surveyId), slow);
  });
});

describe('what is not open yet', () => {
  it('says so plainly', async () => {
    await show();
    await press('Startup Social (Beta)');
    expect(within(await seeDialog('Information')).getByText(/in beta/)).toBeDefined();
  });
});

describe('recent activities', () => {
  it('shows analyses, newest first, reads one in full, and carries the answers of a Go into a build prompt', async () => {
    await show('pro');
    const [newest, second] = await screen.findAllByRole('heading', { name: /^Survey Analysis for/ });
    expect(newest?.textContent).toContain('With a Go');
    expect(second?.textContent).toContain('Older');
    await userEvent.click(screen.getAllByRole('button', { name: 'Read Result' })[0] as HTMLElement);
    await seeDialog('Survey Results');
    await press('Write the build prompt');
    const dialog = within(await seeDialog('Proof of Concept (No-Code MVP)'));
    const field = await dialog.findByLabelText<HTMLTextAreaElement>(/Your App Idea/);
    await waitFor(() => expect(field.value).toBe('With a Go'));
  });

  it('opens an ideation session where it was left, and lists it again after that', async () => {
    const { callsOf } = await show('pro');
    await press('Continue');
    const dialog = await screen.findByRole('dialog', {}, slow);
    expect(await within(dialog).findByText('A calendar')).toBeDefined();
    const listings = () => callsOf('GET /api/ideation-sessions').length;
    const before = listings();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(listings()).toBe(before + 1), { timeout: 4_000 });
  });

  it('are read again after a tool, and not after what can’t have made anything', async () => {
    const { client } = await show('developer');
    // Not a change of a dialog, such as a campaign that is being started.
    const other = client.getMutationCache().build(client, { mutationFn: () => new Promise(() => {}) });
    void other.execute(undefined);
    await screen.findByText('What is your idea?');
    expect(screen.queryByText('Request Status')).toBeNull();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    await press('Startup Social (Beta)');
    await seeDialog('Information');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Validating & Prototyping');
    const dialog = await seeDialog('Validating & Prototyping');
    expect(invalidate).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(invalidate).toHaveBeenCalledWith({ queryKey: trailsKey(founders.developer.id) }),
    );
  });

  it('are read again only when the last change of a tool has arrived', async () => {
    const late = lateResponse();
    const answers: Answers = {};
    const { callsOf } = await showOnApp(app, <Suite />, founders.pro, { at: '/dashboard', answers });
    await press('Continue');
    const dialog = within(await screen.findByRole('dialog', {}, slow));
    await userEvent.click(await dialog.findByRole('button', { name: 'Edit text' }));
    await userEvent.keyboard('Mine. ');
    const [session] = (await app.call('GET', '/api/ideation-sessions', founders.pro)).body as unknown as {
      id: string;
    }[];
    const save = `PUT /api/ideation-sessions/${session?.id}`;
    answers[save] = late.answer;
    const listings = () => callsOf('GET /api/ideation-sessions').length;
    const before = listings();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(callsOf(save)).toHaveLength(1));
    expect(listings()).toBe(before);
    await late.arrive(new Response('', { status: 503 }));
    await waitFor(() => expect(listings()).toBe(before + 1));
  });

  it('leads back to the plan that lies open in this browser', async () => {
    const open = { surveyId: 'survey-two-homes-k3x9d2a', appName: 'Two Homes' };
    changeWorkspace(founders.pro.id, { open });
    await show('pro');
    expect(screen.getByText(/^Validation plan for/).textContent).toBe('Validation plan for "Two Homes"');
    await press('Continue your plan');
    expect(await seeDialog('Validating & Prototyping')).toBeDefined();
  });
});

it('leads to the conversations of a campaign that was started, unless another dialog has come up', () => {
  const { result } = renderHook(() => useDashboardDialogs(founder), { wrapper: MemoryRouter });
  act(() => result.current.openIdeation());
  act(() => result.current.seekHistory());
  expect([result.current.dialog?.name, result.current.isHistorySought]).toEqual(['ideation', false]);
  act(() => result.current.close());
  act(() => result.current.seekHistory());
  expect([result.current.dialog, result.current.isHistorySought]).toEqual([null, true]);
  act(() => result.current.leaveHistory());
  expect(result.current.isHistorySought).toBe(false);
});

describe('a new idea', () => {
  const sentence = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
  const box = () => screen.findByLabelText<HTMLTextAreaElement>('Your idea in one sentence');

  it('is read at once, stays in its box, and goes on to the plan', async () => {
    const { unmount } = await show('developer');
    await userEvent.type(await box(), `${sentence}{Enter}`);
    await screen.findByRole('heading', { name: 'Is this right?' }, slow);
    expect(screen.queryByText(/comes with the Pro Plan/)).toBeNull();
    await press('Get the full plan and survey');
    const dialog = await seeDialog('Validating & Prototyping');
    const field = await within(dialog).findByLabelText<HTMLTextAreaElement>('Your idea in one sentence');
    expect(field.value).toBe(sentence);
    unmount();
    await show('developer');
    expect((await box()).value).toBe(sentence);
  });

  it('leaves the open plan where it is when the plans come first', async () => {
    const { id } = founders.free;
    const open = { surveyId: 'survey-two-homes-k3x9d2a', appName: 'Two Homes' };
    changeWorkspace(id, { open });
    await show('free');
    await userEvent.type(await box(), `${sentence}{Enter}`);
    await screen.findByText('The survey comes with the Pro Plan, $29.', {}, slow);
    await press('Get the full plan and survey');
    await seeDialog(plans);
    await userEvent.keyboard('{Escape}');
    expect(readWorkspace(id).open).toEqual(open);
    expect(screen.getByRole('button', { name: 'Continue your plan' })).toBeDefined();
  });

  it('has what was typed on the landing page in its box, while the plan waits for an upgrade', async () => {
    const newcomer = await app.signUp();
    savePreview({ idea: sentence });
    await showOnApp(app, <Suite />, newcomer, { at: '/dashboard' });
    expect((await box()).value).toBe(sentence);
  });

  it('has a sentence in its box that was only typed on the landing page', async () => {
    const newcomer = await app.signUp('pro');
    saveTypedIdea(sentence);
    await showOnApp(app, <Suite />, newcomer, { at: '/dashboard' });
    await waitFor(async () => expect((await box()).value).toBe(sentence));
    expect(takeTypedIdea()).toBe('');
  });

  it('keeps the phrases that were corrected on the landing page, and those corrected here', async () => {
    const newcomer = await app.signUp();
    const who = () => screen.findByLabelText<HTMLInputElement>('Who has the problem?', {}, slow);
    savePreview({
      idea: sentence,
      reading: {
        who: 'village bakeries',
        solution: '',
        question: '',
        trouble: 'throw away bread',
        language: 'en',
      },
    });
    const first = await showOnApp(app, <Suite />, newcomer, { at: '/dashboard' });
    await userEvent.type(await box(), '{Enter}');
    expect((await who()).value).toBe('village bakeries');
    await userEvent.type(await who(), ' in Wales');
    first.unmount();
    await showOnApp(app, <Suite />, newcomer, { at: '/dashboard' });
    await userEvent.type(await box(), '{Enter}');
    expect((await who()).value).toBe('village bakeries in Wales');
  });

  it('that is typed again is offered with its answers, and opens as its plan', async () => {
    const founder = await app.signUp('pro');
    await work.answeredSurvey(founder, ['We forgot'], { idea: sentence });
    await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await screen.findByRole('region', { name: 'Your idea' }, slow);
    await press('New idea');
    await userEvent.type(await box(), `  ${sentence.toUpperCase()}{Enter}`);
    expect(await screen.findByText('You have this idea, with 1 answer.', {}, slow)).toBeDefined();
    await press('Open it');
    const dialog = within(await seeDialog('Validating & Prototyping'));
    const locked = '1 person has answered, so the questions stay.';
    expect(await dialog.findByText(locked, {}, slow)).toBeDefined();
  });

  it('gives its boxes to the account when it goes to the coach', async () => {
    const founder = await app.signUp();
    const { callsOf } = await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await userEvent.type(await box(), `${sentence}{Enter}`);
    const who = await screen.findByLabelText<HTMLInputElement>('Who has the problem?', {}, slow);
    await userEvent.type(who, ' in Wales');
    await press('Start with the coach');
    await waitFor(() => expect(callsOf('PUT /api/ideas/reading')).toHaveLength(1), slow);
    const { token } = founder;
    await waitFor(async () => {
      const { body } = await app.call('POST', '/api/ideas/find', { token, body: { idea: sentence } });
      expect(body).toMatchObject({ trail: { reading: { who: 'small bakeries in Wales' } } });
    });
  });

  it('can go to the coach first, which every plan has', async () => {
    await show('free');
    await userEvent.type(await box(), `${sentence}{Enter}`);
    expect(await screen.findByText('The survey comes with the Pro Plan, $29.', {}, slow)).toBeDefined();
    await press('Start with the coach');
    const dialog = await seeDialog('Startup Ideation');
    const field = await within(dialog).findByLabelText<HTMLTextAreaElement>('Ideas for my startup');
    expect(field.value).toBe(sentence);
  });

  it('stays under the words that are being typed when the first idea arrives', async () => {
    const founder = await app.signUp();
    const { client } = await showOnApp(app, <Suite />, founder, { at: '/dashboard' });
    await userEvent.type(await box(), 'A choir');
    await work.saveSession(founder);
    await client.refetchQueries({ queryKey: trailsKey(founder.id) });
    await screen.findByRole('button', { name: 'Back to your idea' });
    await userEvent.keyboard(' desk');
    expect((await box()).value).toBe('A choir desk');
    await press('Back to your idea');
    expect(screen.getByRole('region', { name: 'Your idea' })).toBeDefined();
    await press('New idea');
    expect((await box()).value).toBe('A choir desk');
  });

  it('takes the place of the idea that is worked on, and gives it back', async () => {
    await show('pro');
    expect(await screen.findByRole('region', { name: 'Your idea' })).toBeDefined();
    await press('New idea');
    expect(document.activeElement).toBe(await box());
    expect(screen.queryByRole('region', { name: 'Your idea' })).toBeNull();
    await press('Back to your idea');
    expect(screen.getByRole('region', { name: 'Your idea' })).toBeDefined();
  });
});

it('keeps an idea that was chosen beyond the first page of ideas', async () => {
  const founder = await app.signUp();
  const { trailId } = await work.saveSession(founder, { idea: 'The first of many' });
  const { trailId: laterId } = await work.saveSession(founder, { idea: 'Later' });
  const later = (await work.listTrails(founder)).filter(({ id }) => id === laterId);
  saveDraft(draftKey(founder.id, 'current-idea'), { trailId });
  await showOnApp(app, <Suite />, founder, { at: '/dashboard', answers: { 'GET /api/trails': later } });
  const current = within(await screen.findByRole('region', { name: 'Your idea' }, slow));
  expect(current.getByRole('heading', { level: 2 }).getAttribute('title')).toBe('The first of many');
  const ideas = within(screen.getByRole('region', { name: 'Your ideas' }));
  expect(ideas.getByRole('heading').textContent).toBe('2 ideas');
});

it.each([
  ['pro', 'Pro Plan'],
  ['developer', 'Developer Plan'],
] as const)('names the %s plan once it is bought', async (plan, name) => {
  await show(plan);
  expect(await screen.findByText(name, { exact: true })).toBeDefined();
});

describe('the suite', () => {
  it('has the places that the menu leads to', async () => {
    await show();
    expect(document.getElementById('startup-growth')).not.toBeNull();
    expect(document.getElementById('dev-support')?.textContent).toBe('Start a New Support Request');
  });

  it('knows no other page', async () => {
    await show('free', '/elsewhere');
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeDefined();
  });
});

describe('the greeting', () => {
  it.each([
    ['Ada', 4, 'Good evening, Ada'],
    ['Ada', 5, 'Good morning, Ada'],
    ['Ada', 12, 'Good afternoon, Ada'],
    ['Ada', 18, 'Good evening, Ada'],
    [' ', 9, 'Good morning'],
  ])('of %j at %s is %s', async (name, hour, text) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 21, hour), toFake: ['Date'] });
    await show('free', '/dashboard', { user: { ...founders.free, name } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text);
  });
});

it('reads the trails again when a reply was decided or a campaign paused, and not before', async () => {
  const { developer } = founders;
  await addCampaign(app.database.sql, developer.id, { id: 'campaign-1' });
  const { callsOf } = app.connect();
  await app.signIn(developer);
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const refetch = () =>
    invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === trailsKey(developer.id)[0]).length;
  const { result } = renderHook(
    () => {
      useFreshTrails(developer.id);
      return useReplaceCampaign(developer.id);
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(callsOf('GET /api/products/campaign')).toHaveLength(1));
  await client.invalidateQueries({ queryKey: outreachKey(developer.id) });
  expect(refetch()).toBe(0);

  await addConversation(app.database.sql, developer.id, 'campaign-1', {});
  await client.invalidateQueries({ queryKey: outreachKey(developer.id) });
  await waitFor(() => expect(refetch()).toBe(1));

  const [campaign] = (await app.call('GET', '/api/products/campaign', developer))
    .body as unknown as Campaign[];
  await result.current({ ...(campaign as Campaign), lastListenedAt: '2026-11-21T08:00:00.000Z' });
  await result.current({ ...(campaign as Campaign), active: false });
  await waitFor(() => expect(refetch()).toBe(2));
});
