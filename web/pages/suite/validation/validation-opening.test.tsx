// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { type FounderPlan, startPlan, surveyDraft } from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { ValidationModal } from './ValidationModal.tsx';

const store = 'POST /api/surveys';
const trail = { idea: 'A calendar for two homes', trailId: 'trail-1' };
const slow = { timeout: 4_000 };

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

type Given = Pick<Parameters<typeof ValidationModal>[0], 'start'> & {
  answers?: Parameters<typeof stubServer>[0];
};

function show({ start, answers }: Given) {
  const server = stubServer({
    [store]: ({ body }) =>
      Response.json({ ...(body as SurveyDraft), publicLink: false, isOwner: true }, { status: 201 }),
    ...answers,
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <ValidationModal open userId="u1" start={start} onOpenChange={() => {}} onSeePlans={() => {}} />
    </QueryClientProvider>,
  );
  return server;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, {}, slow);
const value = async (name: string) => (await field(name)).value;
const planOf = (appName: string): FounderPlan => ({
  ...startPlan({ ...examplePlan, appName }, { idea: trail.idea, model: null, trailId: trail.trailId }),
  stored: 'yes',
});

function keep(plan: FounderPlan) {
  localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify(plan));
}

describe('a plan that is begun from a session', () => {
  const named = 'Choir Notch helps choirs. Choir Notches do not.';
  const generated = {
    ...examplePlan,
    appName: 'Choir Notch',
    oneSentencePitch: named,
    problemParagraph: `Scores are lost. ${named}`,
  };
  const answers = { 'POST /api/groq': { completion: JSON.stringify(generated), model: 'a-model' } };
  const session = '### Startup Ideation\n\n**App name:** ScoreShelf\n\n**Concept:** A guess.';

  it('has the name that the founder gave the app, also in its texts and its survey’s address', async () => {
    const { callsOf } = show({ start: { ...trail, content: session }, answers });
    await waitFor(async () => expect(await value('Your idea in one sentence')).toBe(trail.idea));
    await press('Process for Validation');
    expect(await value('App name')).toBe('ScoreShelf');
    expect(await value('One-sentence pitch')).toBe('ScoreShelf helps choirs. Choir Notches do not.');
    expect(await value('Problem')).toMatch(/^Scores are lost\. ScoreShelf helps/);
    await waitFor(() => expect(callsOf(store)).toHaveLength(1), slow);
    expect(callsOf(store)[0]?.body).toMatchObject({
      surveyId: expect.stringMatching(/^survey-scoreshelf-/),
      trailId: 'trail-1',
    });
  });

  it('has the founder’s own sentence as its pitch', async () => {
    const content = `${session} ScoreShelf helps directors find scores.\n\n**Features:**\n\n- A list`;
    show({ start: { ...trail, content }, answers });
    await waitFor(async () => expect(await value('Your idea in one sentence')).toBe(trail.idea));
    await press('Process for Validation');
    expect(await value('One-sentence pitch')).toBe('ScoreShelf helps directors find scores.');
  });
});

describe('opening the plan of a survey', () => {
  const wanted = planOf('Two Homes');
  const read = `GET /api/surveys/${wanted.surveyId}`;
  const start = { ...trail, surveyId: wanted.surveyId };

  it('opens it as this browser has it, and the one before can be brought back', async () => {
    const other = planOf('Other');
    for (const plan of [wanted, other]) keep(plan);
    changeWorkspace('u1', { open: { surveyId: other.surveyId, appName: other.appName } });
    show({ start });
    await waitFor(async () => expect(await value('App name')).toBe('Two Homes'));
    expect(await value('One-sentence pitch')).toBe(examplePlan.oneSentencePitch);
    expect(screen.getByText(/^Kept in this browser: name, pitch/)).toBeDefined();
    await press('Bring back the previous plan');
    expect(await value('App name')).toBe('Other');
  });

  it('elsewhere shows what the survey holds, and says where the rest is', async () => {
    const survey = { ...surveyDraft(wanted), publicLink: true, isOwner: true };
    const { callsOf } = show({ start, answers: { [read]: survey } });
    expect(await value('App name')).toBe('Two Homes');
    expect(screen.getByText(/stayed in the browser that made them\.$/)).toBeDefined();
    expect(screen.queryByText('Written without AI')).toBeNull();
    expect(await value('One-sentence pitch')).toBe('');
    expect(screen.getByText('Saved. The survey can be shared.')).toBeDefined();
    expect(await value('Survey link')).toContain(surveyPath(wanted.surveyId));
    expect(callsOf(store)).toHaveLength(0);
  });

  it('says when the survey can’t be read, and tries again', async () => {
    let isAway = true;
    const survey = { ...surveyDraft(wanted), publicLink: true, isOwner: true };
    const away = refusal(500, 'internal', 'Away.');
    show({ start, answers: { [read]: () => (isAway ? away : Response.json(survey)) } });
    expect((await screen.findByRole('alert', {}, slow)).textContent).toContain('could not be read');
    isAway = false;
    await press('Try again');
    expect(await value('App name')).toBe('Two Homes');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stores first what was changed in the plan before', async () => {
    const other = planOf('Other');
    keep({ ...other, stored: 'older' });
    keep(wanted);
    changeWorkspace('u1', { open: { surveyId: other.surveyId, appName: other.appName } });
    const { callsOf } = show({ start });
    await waitFor(async () => expect(await value('App name')).toBe('Two Homes'));
    await waitFor(() => expect(callsOf(store)[0]?.body).toMatchObject({ surveyId: other.surveyId }));
    fireEvent.change(await field('Problem'), { target: { value: 'Mine' } });
    expect(await value('Problem')).toBe('Mine');
  });
});
