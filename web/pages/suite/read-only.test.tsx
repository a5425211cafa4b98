// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { examplePrompt, stubPrompts } from '#web/features/proof-of-concept/build-prompt.fixture.tsx';
import { bareTrail, judged, prompt, survey, traced } from '#web/features/trails/trail.fixture.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { type FounderPlan, startPlan, surveyDraft } from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { Suite } from './Suite.tsx';

// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };
const needed = 'Please upgrade to the Pro or Developer plan to access this feature.';
const plan: FounderPlan = {
  ...startPlan(examplePlan, { idea: bareTrail.idea, model: null, trailId: bareTrail.id }),
  surveyId: survey.surveyId,
  stored: 'yes',
};

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A founder whose plan has ended, on the trail of an idea with a plan, a survey and a build prompt. */
function show(at = '/ideas/trail-1', parts: Partial<typeof bareTrail> = {}) {
  const kept = stubPrompts({ ...examplePrompt, id: prompt.id });
  const trail = { ...bareTrail, surveys: [survey], buildPrompts: [prompt], ...parts };
  const server = stubServer(
    kept.answersBefore({
      'GET /api/config': testConfig,
      'GET /api/ideation-draft': { session: null },
      'GET /api/survey-analyses': [],
      'GET /api/ideation-sessions': [],
      'GET /api/jobs': [],
      'GET /api/trails': [trail],
      'GET /api/trails/trail-1': trail,
      [`GET /api/surveys/${survey.surveyId}`]: { ...surveyDraft(plan), publicLink: true, isOwner: true },
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <SessionContext value={testSession({ user: founder })}>
          <Suite />
        </SessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  const writes = () => server.calls.filter(({ name }) => !name.startsWith('GET'));
  return { ...server, writes };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }, slow));
const field = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name, {}, slow);
const pricing = () => screen.findByRole('dialog', { name: 'Support Plan for non-technical founders' }, slow);
const isGated = async () => {
  expect(within(await pricing()).getByText(needed)).toBeDefined();
  expect(sessionStorage.getItem('postPaymentRedirect')).toContain('?modal=');
};

/** Text that a click hands to the browser's downloads. */
async function textOf(download: () => Promise<void>): Promise<string> {
  let saved: Blob | MediaSource = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    saved = given;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await download();
  return saved instanceof Blob ? saved.text() : '';
}

async function openPrompt() {
  const prompts = await screen.findByRole('list', { name: 'Build prompts' }, slow);
  await userEvent.click(within(prompts).getByRole('button', { name: 'Open' }));
  await waitFor(
    async () => expect((await field('Your Enhanced Prompt')).value).toContain('Second text.'),
    slow,
  );
}

describe('a build prompt of a founder whose plan has ended', () => {
  it('opens from the trail, to be read, copied and downloaded', async () => {
    const { writes } = show();
    await openPrompt();
    expect(screen.getByText(/Your plan no longer includes build prompts/)).toBeDefined();
    for (const name of ['Your App Idea', 'Your Enhanced Prompt'])
      expect((await field(name)).readOnly).toBe(true);
    expect(screen.getByRole('button', { name: 'Copy to clipboard' })).toBeDefined();
    expect(await textOf(() => press('Download'))).toContain('Second text.');
    expect(writes()).toEqual([]);
  });

  it('shows its other rewrites and forms without changing anything', async () => {
    const { writes } = show();
    await openPrompt();
    await press(/^Use this one: Rewrite 1/);
    expect((await field('Your Enhanced Prompt')).value).toContain('First text.');
    fireEvent.click(screen.getByRole('radio', { name: 'Lovable' }));
    expect((await field('Your Enhanced Prompt')).value).toContain('First text.');
    await press('Close');
    await openPrompt();
    expect(writes()).toEqual([]);
  });

  it.each(['Enhance Prompt', 'Start with another idea', 'See the plans'])(
    'says which plan is needed for "%s"',
    async (name) => {
      const { writes } = show();
      await openPrompt();
      await press(name);
      await isGated();
      expect(writes()).toEqual([]);
    },
  );

  it('is new work where it has to be written first', async () => {
    show('/ideas/trail-1', { surveys: [judged('Go')], buildPrompts: [] });
    await press(/^Build from these answers/);
    await isGated();
  });

  it('is no reason to speak of plans before the click that only reads', async () => {
    show('/ideas/trail-1', { surveys: [judged('Go')], buildPrompts: [traced()] });
    const next = await screen.findByRole('region', { name: 'Next step' }, slow);
    expect(within(next).queryByText(/Your plan does not include this yet/)).toBeNull();
  });
});

describe('a validation plan of a founder whose plan has ended', () => {
  async function isReadOnly() {
    for (const name of ['App name', 'Problem', 'Summary Post for Communities', 'Your idea in one sentence'])
      expect((await field(name)).readOnly).toBe(true);
    expect(screen.getByText(/Your plan no longer includes validation plans/)).toBeDefined();
  }

  it('opens from the trail, and its survey can still be shared', async () => {
    const { writes } = show();
    await press('Open plan');
    await isReadOnly();
    expect(
      await screen.findByRole('switch', { name: /Anyone with the link can answer/ }, slow),
    ).toBeDefined();
    expect((await field('Survey link')).value).toContain(survey.surveyId);
    expect(writes()).toEqual([]);
  });

  it('opens from the activities, where this browser has it open', async () => {
    localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify(plan));
    changeWorkspace(founder.id, { open: { surveyId: plan.surveyId, appName: plan.appName } });
    show('/dashboard');
    await press('Continue your plan');
    await isReadOnly();
  });

  it('is downloaded whole', async () => {
    show();
    await press('Open plan');
    const text = await textOf(() => press('Download the plan'));
    for (const { question } of plan.questions) expect(text).toContain(question);
  });

  it.each(['Refresh Validation', 'Add a question', 'Edit question 1', 'See the plans'])(
    'says which plan is needed for "%s"',
    async (name) => {
      const { writes } = show();
      await press('Open plan');
      await press(name);
      await isGated();
      expect(writes()).toEqual([]);
    },
  );

  it('whose last edits the survey does not have says so, and sends nothing', async () => {
    localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify({ ...plan, stored: 'older' }));
    const { writes } = show();
    await press('Open plan');
    expect(
      await screen.findByText(/Your last edits are not in the survey: that needs/, {}, slow),
    ).toBeDefined();
    await press('Close');
    expect(writes()).toEqual([]);
  });

  it('is new work from the tools', async () => {
    show('/dashboard');
    await press('Validating & Prototyping');
    await isGated();
  });
});
