// @vitest-environment page
import { randomUUID } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { markedDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { type FounderPlan, startPlan } from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { SessionContext } from '#web/identity/session.ts';
import { testSession } from '#web/testing/accounts.data.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { Suite } from './Suite.tsx';

// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };
const needed = 'Please upgrade to the Pro or Developer plan to access this feature.';
const comes = /comes? with the Pro Plan\.$/;
/** Five answers that agree are a Go. */
const go = () => ({ ...markedDraft(), minimumAnswers: 5 });
const five = ['One', 'Two', 'Three', 'Four', 'Five'];

let app: TestApp;
let founder: TestUser;
let plan: FounderPlan;
/** Paths of three ideas: one with a survey and a prompt, one with a Go, one with a prompt from that. */
let paths: { begun: string; go: string; built: string };
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true });
  founder = await app.signUp('developer');
  const survey = await work.createSurvey(founder, { idea: 'A calendar for two homes' });
  const texts = {
    appName: 'Two Homes',
    oneSentencePitch: 'One',
    problemParagraph: 'Two',
    targetAudience: 'Three',
  };
  const written = { ...texts, socialGroups: [], surveyQuestions: survey.questions };
  const stored = { surveyId: survey.surveyId, stored: 'yes' as const };
  plan = { ...startPlan(written, { idea: survey.idea, model: null }), ...stored };
  await storePrompt({ idea: survey.idea, surveyId: null });
  await work.answeredSurvey(founder, five, { ...go(), idea: 'With a Go' });
  const { surveyId, idea } = await work.answeredSurvey(founder, five, { ...go(), idea: 'Built' });
  await storePrompt({ idea, surveyId });
  const trails = await work.listTrails(founder);
  const path = (of: string) => `/ideas/${trails.find((trail) => trail.idea === of)?.id}`;
  paths = { begun: path(survey.idea), go: path('With a Go'), built: path('Built') };
});
afterAll(() => app.close());
/** A prompt with two rewrites. */
async function storePrompt({ idea, surveyId }: { idea: string; surveyId: string | null }) {
  const id = randomUUID();
  for (const [revision, text] of ['First text.', 'Second text.'].entries()) {
    const at = `2026-11-2${revision}T10:00:00.000Z`;
    const receipt = { model: 'a-model', at, promptVersion: 'enhancement-1', step: 'strict' };
    const rewrite = { original: idea, text, receipt, surveyId, submissionCount: surveyId && 5 };
    const body = { idea, surveyId, builder: 'plain', result: text, revision, rewrite };
    const { status } = await app.call('PUT', `/api/build-prompts/${id}`, { token: founder.token, body });
    expect(status).toBe(200);
  }
}

/** A founder whose plan has ended. */
async function show(at = paths.begun) {
  const server = app.connect();
  await app.signIn(founder);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <SessionContext value={testSession({ user: { ...founder, plan: 'free' } })}>
          <Suite />
        </SessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  const writes = () => server.calls.filter(({ name }) => !name.startsWith('GET'));
  return { writes };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }, slow));
const field = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name, {}, slow);
const pricing = () => screen.findByRole('dialog', { name: 'Support Plan for non-technical founders' }, slow);
const isGated = async () => {
  expect(within(await pricing()).getByText(comes)).toBeDefined();
  expect(await screen.findByText(needed)).toBeDefined();
  expect(sessionStorage.getItem('postPaymentRedirect')).toContain('?modal=');
};

/** Text that a click hands to the browser's downloads. */
async function textOf(download: () => Promise<void>): Promise<string> {
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await download();
  await waitFor(() => expect(save).toHaveBeenCalled());
  const [saved] = save.mock.lastCall ?? [];
  return saved instanceof Blob ? saved.text() : '';
}

async function openPrompt() {
  const prompts = await screen.findByRole('list', { name: 'Build prompts' }, slow);
  await userEvent.click(within(prompts).getByRole('button', { name: 'Open' }));
  await waitFor(async () => expect((await field('Your App Idea')).value).toBe(plan.idea), slow);
}

describe('a build prompt of a founder whose plan has ended', () => {
  it('opens from the trail, to be read, copied and downloaded', async () => {
    const { writes } = await show();
    await openPrompt();
    expect(screen.getByText(/Your plan no longer includes build prompts/)).toBeDefined();
    await press('Raw text');
    for (const name of ['Your App Idea', 'Your Enhanced Prompt'])
      expect((await field(name)).readOnly).toBe(true);
    expect(screen.getByRole('button', { name: 'Copy to clipboard' })).toBeDefined();
    expect(await textOf(() => press('Download'))).toContain('Second text.');
    expect(writes()).toEqual([]);
  });

  it('shows its other rewrites and forms without changing anything', async () => {
    const { writes } = await show();
    await openPrompt();
    await press('Raw text');
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
      const { writes } = await show();
      await openPrompt();
      await press(name);
      await isGated();
      expect(writes()).toEqual([]);
    },
  );

  it('is new work where it has to be written first', async () => {
    await show(paths.go);
    await press(/^Build from these answers/);
    await isGated();
  });

  it('is no reason to speak of plans before the click that only reads', async () => {
    await show(paths.built);
    const next = await screen.findByRole('region', { name: 'Next step' }, slow);
    expect(within(next).queryByText(/^Comes with the/)).toBeNull();
  });
});

describe('a validation plan of a founder whose plan has ended', () => {
  async function isReadOnly() {
    await press('Edit your idea');
    for (const name of ['Summary Post for Communities', 'Your idea in one sentence'])
      expect((await field(name)).readOnly).toBe(true);
    expect(screen.getByText(/Your plan no longer includes validation plans/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
  }

  it('opens from the trail, and its survey can still be shared', async () => {
    const { writes } = await show();
    await press('Open plan');
    await isReadOnly();
    await press('Share survey');
    const dialog = within(await screen.findByRole('dialog', { name: /^Share survey/ }, slow));
    expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDefined();
    expect(dialog.getByLabelText('Survey link').textContent).toContain(plan.surveyId);
    expect(writes()).toEqual([]);
  });

  it('opens from the activities, where this browser has it open', async () => {
    localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify(plan));
    changeWorkspace(founder.id, { open: { surveyId: plan.surveyId, appName: plan.appName } });
    await show('/dashboard');
    await press('Continue your plan');
    await isReadOnly();
  });

  it('is downloaded whole', async () => {
    await show();
    await press('Open plan');
    const text = await textOf(() => press('Download plan'));
    for (const { question } of plan.questions) expect(text).toContain(question);
  });

  it.each(['Refresh Validation', 'Add a question', /^Edit question 1:/, 'See the plans'])(
    'says which plan is needed for "%s"',
    async (name) => {
      const { writes } = await show();
      await press('Open plan');
      await press('Edit your idea');
      await press(name);
      await isGated();
      expect(writes()).toEqual([]);
    },
  );

  it('whose last edits the survey does not have says so, and sends nothing', async () => {
    localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify({ ...plan, stored: 'older' }));
    const { writes } = await show();
    await press('Open plan');
    expect(
      await screen.findByText(/Your last edits are not in the survey: that needs/, {}, slow),
    ).toBeDefined();
    await press('Close');
    expect(writes()).toEqual([]);
  });

  it('is new work from the tools', async () => {
    await show('/dashboard');
    await press('Validating & Prototyping');
    await isGated();
  });
});
