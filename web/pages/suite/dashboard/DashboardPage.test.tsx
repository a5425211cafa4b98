// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Plan } from '#shared/contracts/account.ts';
import type { IdeationSession } from '#shared/contracts/ideation.ts';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.fixture.ts';
import { outreachKey, useReplaceCampaign } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { exampleCampaign } from '#web/features/outreach/outreach.fixture.ts';
import { bareTrail } from '#web/features/trails/trail.fixture.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { founder, signedInAnswers, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { useFreshTrails } from './DashboardPage.tsx';

const list = 'GET /api/survey-analyses';

function savedSession(change: Partial<IdeationSession>): IdeationSession {
  const at = '2026-11-21T09:00:00.000Z';
  return {
    id: 'session-1',
    trailId: 'trail-1',
    idea: 'A calendar',
    content: '',
    nextStage: 'MARKET_RESEARCH',
    partial: '',
    receipts: [],
    revision: 1,
    saved: false,
    created_at: at,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});

type Answers = Parameters<typeof stubServer>[0];
type Given = {
  plan?: Plan;
  analyses?: Answers[string];
  answers?: Answers;
  at?: string;
  session?: Partial<Session>;
};

function show({ plan = 'free', analyses = [], answers, at = '/dashboard', session }: Given = {}) {
  const server = stubServer({
    'GET /api/config': testConfig,
    'GET /api/ideation-draft': { session: null },
    'GET /api/build-prompt-draft': { prompt: null },
    [list]: analyses,
    ...answers,
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <SessionContext value={testSession(session ?? { user: { ...founder, plan } })}>
          <Suite />
          <Place />
        </SessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return server;
}

function Place() {
  const { pathname, search, hash } = useLocation();
  return <output>{`${pathname}${search}${hash}`}</output>;
}

// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const place = () => document.querySelector('output')?.textContent;

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
      show({ plan });
      await press(name);
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      expect(
        await screen.findByRole('dialog', { name: 'Support Plan for non-technical founders' }),
      ).toBeDefined();
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
    show({ plan });
    await press(name);
    expect(await screen.findByRole('dialog', { name: title }, slow)).toBeDefined();
  });

  it('let ?modal=showAcquisitionModal open the launch', async () => {
    show({ plan: 'developer', at: '/dashboard?modal=showAcquisitionModal' });
    expect(await screen.findByRole('dialog', { name: 'Find Engagement Opportunities' }, slow)).toBeDefined();
    expect(place()).toBe('/dashboard');
  });

  it.each(['showValidationModal', 'showPocModal'])('hold for ?modal=%s as well', async (modal) => {
    show({ at: `/dashboard?modal=${modal}` });
    const dialog = await screen.findByRole('dialog', { name: 'Support Plan for non-technical founders' });
    expect(within(dialog).getByText(toPro)).toBeDefined();
    expect(place()).toBe('/dashboard');
  });

  it('let ?modal= open what the plan has', async () => {
    show({ plan: 'pro', at: '/dashboard?modal=showPocModal' });
    expect(await screen.findByRole('dialog', { name: 'Proof of Concept (No-Code MVP)' }, slow)).toBeDefined();
    expect(place()).toBe('/dashboard');
  });
});

describe('what is not open yet', () => {
  it('says so plainly', async () => {
    show();
    await press('Startup Social (Beta)');
    const dialog = await screen.findByRole('dialog', { name: 'Information' });
    expect(within(dialog).getByText(/in beta/)).toBeDefined();
  });
});

describe('recent activities', () => {
  it('shows analyses, newest first, and reads one in full', async () => {
    const older = {
      ...exampleAnalysis,
      surveyId: 'survey-a',
      idea: 'Older',
      created_at: '2026-11-01T00:00:00.000Z',
    };
    const totals = { ideations: 0, analyses: 2, jobs: 0, answers: 12 };
    show({ analyses: [exampleAnalysis, older], answers: { 'GET /api/activity-totals': totals } });
    const [newest, second] = await screen.findAllByRole('heading', { name: /^Survey Analysis for/ });
    expect(newest?.textContent).toContain('A calendar for two homes');
    expect(second?.textContent).toContain('Older');
    expect((await screen.findByText(/12 answers so far$/)).textContent).toBe(
      'Free Trial · 12 answers so far',
    );
    await userEvent.click(screen.getAllByRole('button', { name: 'Read Result' })[0] as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Survey Results' })).toBeDefined();
  });

  it('says what will appear here, also when the server answers 404', async () => {
    show({ analyses: refusal(404, 'not_found', 'There is nothing here.') });
    expect(await screen.findByText('No sessions, verdicts or requests yet')).toBeDefined();
    expect(screen.queryByText('Request Status')).toBeNull();
  });

  it('says when they could not be loaded', async () => {
    show({ analyses: refusal(500, 'internal', 'Away.') });
    expect(await screen.findByText('No active support requests to load.')).toBeDefined();
    expect(screen.getByText('Request Status')).toBeDefined();
    expect(screen.getByText('Your survey results could not be loaded.')).toBeDefined();
  });

  it('opens an ideation session where it was left, and lists it again after that', async () => {
    const session = savedSession({ content: '### Startup Ideation\n\nA calendar' });
    const { callsOf } = show({
      answers: {
        'GET /api/ideation-sessions': [session],
        [`GET /api/ideation-sessions/${session.id}`]: session,
      },
    });
    await press('Continue');
    const dialog = await screen.findByRole('dialog', {}, slow);
    expect(await within(dialog).findByText('A calendar')).toBeDefined();
    const listings = () => callsOf('GET /api/ideation-sessions').length;
    const before = listings();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(listings()).toBe(before + 1), { timeout: 4_000 });
  });

  it('are read again after a tool, and not after what can’t have made anything', async () => {
    const { callsOf } = show({ plan: 'pro', answers: { 'GET /api/trails': [bareTrail] } });
    await screen.findByText('No sessions, verdicts or requests yet');
    const timers = vi.spyOn(window, 'setTimeout');
    const refreshes = () => timers.mock.calls.filter(([, ms]) => ms === 1_500).length;
    await press('Startup Social (Beta)');
    await screen.findByRole('dialog', { name: 'Information' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(refreshes()).toBe(0);
    await press('Validating & Prototyping');
    const dialog = await screen.findByRole('dialog', { name: 'Validating & Prototyping' }, slow);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    const before = callsOf('GET /api/trails').length;
    await waitFor(() => expect(callsOf('GET /api/trails').length).toBe(before + 1), { timeout: 4_000 });
    expect(refreshes()).toBe(1);
  });

  it('carries the answers of a Go into a build prompt', async () => {
    const analysis = { ...exampleAnalysis.analysis, goNoGoDecision: 'Go' };
    const { surveyId } = exampleAnalysis;
    show({
      plan: 'pro',
      analyses: [{ ...exampleAnalysis, trailId: 'trail-1' }],
      answers: {
        'GET /api/analyze-survey': { ...exampleAnalysis, surveyId, analysis },
        'GET /api/trails/trail-1': bareTrail,
      },
    });
    await press('Read Result');
    await press('Write the build prompt');
    const dialog = await screen.findByRole('dialog', { name: 'Proof of Concept (No-Code MVP)' }, slow);
    const idea = await within(dialog).findByLabelText<HTMLTextAreaElement>(/Your App Idea/);
    expect(idea.value).toBe(exampleAnalysis.idea);
  });

  it('leads back to the plan that lies open in this browser', async () => {
    changeWorkspace(founder.id, { open: { surveyId: 'survey-two-homes-k3x9d2a', appName: 'Two Homes' } });
    show({ plan: 'pro' });
    expect(screen.getByText(/^Validation plan for/).textContent).toBe('Validation plan for "Two Homes"');
    await press('Continue your plan');
    expect(await screen.findByRole('dialog', { name: 'Validating & Prototyping' })).toBeDefined();
  });
});

describe('the suite', () => {
  it('has the places that the menu leads to', () => {
    show();
    expect(document.getElementById('startup-growth')).not.toBeNull();
    expect(document.getElementById('dev-support')?.textContent).toContain('You have 1 free request');
  });

  it('opens the plans for #pricing', async () => {
    show({ at: '/dashboard#pricing' });
    expect(
      await screen.findByRole('dialog', { name: 'Support Plan for non-technical founders' }),
    ).toBeDefined();
    expect(place()).toBe('/dashboard');
  });

  it('sends visitors to sign in, and keeps what they came for', async () => {
    show({ session: { user: null }, at: '/dashboard?modal=jobForm' });
    await waitFor(() => expect(place()).toBe('/?modal=jobForm&signIn=1'));
  });

  it('knows no other page', () => {
    show({ at: '/elsewhere' });
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeDefined();
  });
});

describe('the greeting', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['Ada', 4, 'Good evening, Ada'],
    ['Ada', 5, 'Good morning, Ada'],
    ['Ada', 12, 'Good afternoon, Ada'],
    ['Ada', 18, 'Good evening, Ada'],
    [' ', 9, 'Good morning'],
  ])('of %j at %s is %s', (name, hour, text) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 21, hour), toFake: ['Date'] });
    show({ session: { user: { ...founder, name } } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text);
  });
});

it('reads the trails again when a reply was decided or a campaign paused, and not before', async () => {
  let campaigns = [exampleCampaign];
  const { callsOf } = stubServer({ ...signedInAnswers, 'GET /api/products/campaign': () => campaigns });
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const refetch = () =>
    invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === trailsKey(founder.id)[0]).length;
  const { result } = renderHook(
    () => {
      useFreshTrails(founder.id);
      return useReplaceCampaign(founder.id);
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(callsOf('GET /api/products/campaign')).toHaveLength(1));
  await client.invalidateQueries({ queryKey: outreachKey(founder.id) });
  expect(refetch()).toBe(0);

  campaigns = [{ ...exampleCampaign, conversations: { total: 5, awaitingReview: 1, posted: 1 } }];
  await client.invalidateQueries({ queryKey: outreachKey(founder.id) });
  await waitFor(() => expect(refetch()).toBe(1));

  result.current({ ...exampleCampaign, ...campaigns[0], active: false });
  await waitFor(() => expect(refetch()).toBe(2));
});
