// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { markedDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { AfterVerdict } from '#shared/contracts/surveys/analyses.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import {
  bareTrail,
  campaign,
  judged,
  prompt,
  request,
  session,
  survey,
  traced,
} from '#web/features/trails/trail.fixture.ts';
import { type FounderPlan, startPlan, surveyDraft } from '#web/features/validation/plan/founder-plan.ts';
import { savePlan } from '#web/features/validation/plan/use-plan.ts';
import { changeWorkspace, readWorkspace } from '#web/features/validation/workspace.ts';
import { address, showOnApp } from '#web/testing/show.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Suite } from './Suite.tsx';

const read = 'GET /api/trails/trail-1';
// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };

let app: TestApp;
/** One on the Free Trial and one on the Developer plan, who have made nothing. */
let free: TestUser;
let developer: TestUser;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp();
  [free, developer] = [await app.signUp(), await app.signUp('developer')];
});
afterAll(() => app.close());

type Given = { founder?: TestUser; parts?: Partial<Trail>; answers?: Answers; at?: string };

/** The page of a trail that holds these parts, or what is at another address of the founder. */
function show({ founder = developer, parts = {}, answers = {}, at = '/ideas/trail-1' }: Given = {}) {
  const trail = { ...bareTrail, ...parts };
  return showOnApp(app, <Suite />, founder, { at, answers: { [read]: trail, ...answers } });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const nextStep = () => screen.findByRole('region', { name: 'Next step' });
const step = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 3 });
  const item = heading.closest('li');
  if (!item) throw new Error(`${name} is no step`);
  return within(item);
};

describe('the page of an idea', () => {
  it('says what each step is on', async () => {
    const saved = { ...session, saved: true, nextStage: null };
    await show({ parts: { ideations: [saved], surveys: [judged('Go')], buildPrompts: [traced()] } });
    expect(await screen.findByRole('heading', { name: bareTrail.idea, level: 1 })).toBeDefined();
    expect((await step('Verdict')).getAllByText(/^38 answers, verdict Go, /).length).toBeGreaterThan(0);
    expect((await step('Survey')).getByText('38 answers')).toBeDefined();
    expect((await step('Prompt')).getByText(/^Traced to 38 answers, verdict Go, /)).toBeDefined();
    expect((await step('Coach')).getByText('Done')).toBeDefined();
    expect((await step('Help from a developer')).getByText('Any time')).toBeDefined();
    expect((await step('Launch')).getByText('Any time')).toBeDefined();
  });

  it('opens what the button of a verdict asked for, of its own survey', async () => {
    const older = { ...judged("Can't tell yet"), surveyId: 'survey-older-1234567' };
    await show({
      parts: { surveys: [survey, older] },
      at: '/ideas/trail-1?do=share-more&survey=survey-older-1234567',
    });
    const dialog = await screen.findByRole('dialog', {}, slow);
    expect(within(dialog).getByLabelText('Survey link').textContent).toMatch(/older/);
  });

  it('tells sessions apart by name, status and time', async () => {
    const preview = '### Startup Ideation\n\n**App name:** Two Homes\n\n**Tagline:** One week at a time';
    await show({
      parts: {
        ideations: [
          { ...session, preview },
          { ...session, id: 'session-0', saved: true },
        ],
      },
    });
    const [named, other] = within(
      await screen.findByRole('list', { name: 'Ideation sessions' }),
    ).getAllByRole('listitem');
    expect(named?.textContent).toMatch(
      /^Two HomesTagline: One week at a timeIn progress · next: Market Research · .*\d:\d\d/,
    );
    expect(other?.textContent).toMatch(/^Startup IdeationSaved · next: Market Research · /);
  });

  it('has exactly one emphasised step, with its reason', async () => {
    await show({ parts: { surveys: [survey] } });
    const card = within(await nextStep());
    expect(card.getByText('of 12 answers.').parentElement?.textContent?.trim()).toBe(
      'of 12 answers. 12 more before a verdict.',
    );
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Share survey']);
    expect(document.querySelectorAll('[aria-current="step"]')).toHaveLength(1);
    expect((await step('Survey')).getByText('no answers yet')).toBeDefined();
  });

  it.each([
    [
      '10 earlier answers',
      [judged('Go')],
      traced(10),
      '10 answers; the survey has 38 answers now',
      'Your build prompt rests on 10 answers.',
    ],
    [
      'an unknown number of them',
      [judged('Go')],
      { ...traced(), submissionCount: null },
      'answers; the survey has 38 answers now',
      'Your build prompt rests on earlier answers.',
    ],
    [
      'another idea’s answers',
      [],
      { ...traced(10), surveyId: 'elsewhere' },
      '10 answers from another idea’s survey',
      'Nobody has been asked yet.',
    ],
    ['no answers', [], prompt, 'Not traced to any answers', 'Your build prompt rests on no answers yet.'],
  ])('says that a build prompt rests on %s', async (_, surveys, buildPrompt, traces, reason) => {
    await show({ parts: { surveys, buildPrompts: [buildPrompt] } });
    const text = traces.startsWith('Not') ? traces : `Traced to ${traces}`;
    expect((await step('Prompt')).getByText(text)).toBeDefined();
    expect(within(await nextStep()).getByText(reason)).toBeDefined();
  });

  it('knows the archived survey that a build prompt rests on', async () => {
    const { surveyId, submissions } = judged('Go');
    const archived = { kind: 'survey' as const, id: surveyId, submissions, at: survey.created_at };
    await show({ parts: { archivedParts: [archived], buildPrompts: [traced(10)] } });
    expect((await step('Prompt')).getByText('Traced to 10 answers from an archived survey')).toBeDefined();
  });

  it('says before the click what the plan does not include', async () => {
    await show({ founder: free });
    const button = within(await nextStep()).getByRole('button', { name: 'Write the survey' });
    const note = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toContain('Comes with the Pro Plan.');
    await userEvent.click(button);
    const plans = { name: 'Support Plan for non-technical founders' };
    expect(await screen.findByRole('dialog', plans, slow)).toBeDefined();
  });

  it('says when there is no such idea, and leads back', async () => {
    await show({ at: '/ideas/trail-unknown' });
    expect(await screen.findByText('There is no such idea in your account.')).toBeDefined();
    const back = screen.getByRole('link', { name: 'See your ideas' });
    expect(back.getAttribute('href')).toBe('/startup-spark-suite/dashboard');
  });

  it('says when it could not be loaded, and tries again', async () => {
    let isAway = true;
    const away = refusal(500, 'internal', 'Away.');
    await show({ answers: { [read]: () => (isAway ? away : Response.json(bareTrail)) } });
    expect(await screen.findByText('This idea could not be loaded.')).toBeDefined();
    isAway = false;
    await press('Try again');
    expect(await screen.findByRole('heading', { name: bareTrail.idea })).toBeDefined();
  });
});

describe('evidence carries on', () => {
  it('into the validation dialog, and with its survey to the server', async () => {
    await show();
    await press('Write the survey');
    const dialog = await screen.findByRole('dialog', { name: 'Validating & Prototyping' }, slow);
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Your idea in one sentence');
    await waitFor(() => expect(field.value).toBe(bareTrail.idea));
  });

  it('into the plan of a survey, which can be opened again', async () => {
    const founder = await app.signUp('pro');
    await work.createSurvey(founder, { surveyId: survey.surveyId, appName: 'Two Homes' });
    await show({ founder, parts: { surveys: [survey] } });
    await press('Open plan');
    const dialog = await screen.findByRole('dialog', { name: 'Validating & Prototyping' }, slow);
    expect(await within(dialog).findByRole('heading', { name: 'Two Homes' }, slow)).toBeDefined();
  });

  it('to answers that wait, before more people are asked', async () => {
    const waiting = { ...survey, submissions: 1, missingAnswers: 11, waitingAnswers: 11 };
    await show({ parts: { surveys: [waiting] } });
    const next = within(await nextStep());
    expect(next.getByText('11 answers wait for your OK.')).toBeDefined();
    expect(next.queryByText(/more before a verdict/)).toBeNull();
    await userEvent.click(next.getByRole('button', { name: 'Review answers' }));
    expect(address()).toBe(`/survey/${survey.surveyId}/answers`);
  });

  it('into the coach, also without a session', async () => {
    await show();
    await userEvent.click((await step('Coach')).getByRole('button', { name: 'Start with the coach' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Startup Ideation' }, slow));
    const field = await dialog.findByLabelText<HTMLTextAreaElement>('Ideas for my startup', {}, slow);
    expect(field.value).toBe(bareTrail.idea);
  });

  it('into the coach after a No-Go', async () => {
    await show({ parts: { surveys: [judged('No-Go')] } });
    expect(within(await nextStep()).getByText(/Change the problem before you build\.$/)).toBeDefined();
    await press('Change the idea');
    expect(await screen.findByRole('dialog', { name: 'Startup Ideation' }, slow)).toBeDefined();
  });

  it('from the verdict’s answers into the build prompt', async () => {
    const asked = 'GET /api/analyze-survey';
    const { callsOf } = await show({
      parts: { surveys: [judged('Go')] },
    });
    await press('Write the build prompt');
    const dialog = await screen.findByRole('dialog', { name: 'Proof of Concept (No-Code MVP)' }, slow);
    const written = () => within(dialog).getByLabelText<HTMLTextAreaElement>(/Your App Idea/).value;
    await waitFor(() => expect(written()).toBe(bareTrail.idea), slow);
    await waitFor(() => expect(callsOf(asked)[0]?.query.get('surveyId')).toBe(survey.surveyId), slow);
  });

  it('from a verdict to a build prompt only when it is a Go', async () => {
    const name = 'Build from these answers';
    const other = { ...judged('No-Go'), surveyId: 'survey-other-k3x9d2a' };
    await show({ parts: { surveys: [other, judged('Go')] } });
    const verdicts = (await step('Verdict')).getAllByRole('listitem');
    const offered = verdicts.map((verdict) => within(verdict).queryByRole('button', { name }) !== null);
    expect(offered).toEqual([false, true]);
    await press(name);
    expect(await screen.findByRole('dialog', { name: 'Proof of Concept (No-Code MVP)' }, slow)).toBeDefined();
  });

  it('into a support request, which is offered beside a traced build prompt and never asked for', async () => {
    await show({
      founder: free,
      parts: { appName: 'SwapRun', surveys: [judged('Go')], buildPrompts: [traced()] },
    });
    const card = within(await nextStep());
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ask a person for help',
      'Open the build prompt',
    ]);
    await press('Ask a person for help');
    const dialog = await screen.findByRole('dialog', { name: 'Submit Support Request' }, slow);
    expect(within(dialog).getByLabelText<HTMLInputElement>('App Name').value).toBe('SwapRun');
    expect(within(dialog).getByText(/^It will stand on the trail of your idea/).textContent).toBe(
      `It will stand on the trail of your idea ${bareTrail.idea}. Support sees its plan and verdict.`,
    );
  });

  it('to the threads of its support requests', async () => {
    const resolved = { ...request, id: 'request-0', resolvedAt: '2026-11-20T09:00:00.000Z' };
    const late = { ...request, id: 'request-3', answerDueAt: '2025-11-20T09:00:00.000Z' };
    const waiting = {
      ...request,
      status: 'UNDER_REVIEW' as const,
      waitingForCustomer: true,
      answerDueAt: null,
    };
    await show({ parts: { supportRequests: [waiting, resolved, { ...request, id: 'request-2' }, late] } });
    const help = await step('Help from a developer');
    expect(help.getByText('4 support requests, 3 open')).toBeDefined();
    expect(help.getByText('In progress')).toBeDefined();
    expect(help.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Sync breaksUnder review · Waiting for you · sent /),
      expect.stringMatching(/^Sync breaksResolved /),
      expect.stringMatching(/^Sync breaksPending · answer due .*2999/),
      expect.stringMatching(/^Sync breaksPending · answer was due .*2025/),
    ]);
    const [first] = help.getAllByRole('link', { name: 'Open thread' });
    expect(first?.getAttribute('href')).toBe('/startup-spark-suite/requests/request-1');
  });

  it('to its campaigns, and into a search that begins with the idea', async () => {
    const paused = { ...campaign, id: 'campaign-2', active: false, awaitingReview: 0, posted: 2, visits: 1 };
    await show({ parts: { campaigns: [campaign, paused] } });
    const people = await step('Launch');
    expect(people.getByText('2 campaigns, 2 replies posted, 1 visit')).toBeDefined();
    expect(people.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Two HomesActive · 3 replies wait for you · started /),
      expect.stringMatching(/^Two HomesPaused · 2 replies posted · 1 visit · started /),
    ]);
    await press('Find conversations');
    const dialog = await screen.findByRole('dialog', { name: 'Find Engagement Opportunities' }, slow);
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Product/Service Description').value).toBe(
      bareTrail.idea,
    );
  });

  it('to replies that wait, before anything else is asked for', async () => {
    await show({ parts: { surveys: [judged('Go')], buildPrompts: [traced()], campaigns: [campaign] } });
    const card = within(await nextStep());
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Review the replies']);
  });

  it('to the people who are asked', async () => {
    await show({ parts: { surveys: [survey] } });
    await press('Share survey');
    const dialog = await screen.findByRole('dialog', { name: /^Share survey/ }, slow);
    const link = within(dialog).getByLabelText('Survey link');
    expect(link.textContent).toContain(`/survey/${survey.surveyId}`);
  });
});

describe('a browser with the plan of another idea open', () => {
  const title = 'Validating & Prototyping';
  const idea = 'Bread for bakeries that throw away unsold loaves';
  const other = 'A shared list for neighbours who lend tools';
  const reading = {
    who: 'bakeries',
    solution: '',
    question: 'you throw away unsold loaves',
    trouble: 'throw away unsold loaves',
    language: 'en' as const,
  };
  /** A founder who has written a plan for the other idea last, and this idea's survey with answers. */
  async function twoIdeas(founder: TestUser, { hasPlan = true } = {}) {
    const written = { ...writePlan(reading, idea), appName: 'Unsold Loaves' };
    const plan = startPlan(written, { idea, reading, model: null, trailId: 'trail-1' });
    const otherReading = { ...reading, who: 'neighbours', trouble: 'buy tools for one use' };
    const open = startPlan(writePlan(otherReading, other), {
      idea: other,
      reading: otherReading,
      model: null,
    });
    await work.createSurvey(founder, { ...surveyDraft(plan), trailId: undefined });
    if (hasPlan) savePlan({ ...plan, stored: 'yes' });
    savePlan(open);
    changeWorkspace(founder.id, { idea: other, open: { surveyId: open.surveyId, appName: open.appName } });
    return { plan, open };
  }
  /** The trail with that survey and a verdict that leads to this. */
  function trailOf({ surveyId }: FounderPlan, next: AfterVerdict): Partial<Trail> {
    const decided = judged("Can't tell yet");
    const verdict = decided.verdict && { ...decided.verdict, next };
    return { idea, surveys: [{ ...decided, surveyId, verdict }] };
  }
  const openDialog = () => screen.findByRole('dialog', { name: title }, slow);
  const findName = (dialog: HTMLElement, name: string) =>
    within(dialog).findByRole('heading', { name }, slow);

  it.each([
    ['Ask a narrower group', 'narrow-group'],
    ['Mark what counts', 'mark-options'],
  ] as const)('opens the plan of this one by "%s"', async (button, next) => {
    const founder = await app.signUp('pro');
    const { plan } = await twoIdeas(founder);
    await show({ founder, parts: trailOf(plan, next) });
    await press(button);
    const dialog = await openDialog();
    expect(await findName(dialog, plan.appName)).toBeDefined();
    if (next === 'narrow-group') return;
    await userEvent.click(within(dialog).getByRole('button', { name: 'Edit your idea' }));
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Your idea in one sentence').value).toBe(idea);
  });

  it('opens no other plan for an idea that has none', async () => {
    const founder = await app.signUp('pro');
    await twoIdeas(founder);
    await show({ founder, parts: { idea } });
    await press('Write the survey');
    const dialog = await openDialog();
    expect(await within(dialog).findByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: 'Edit your idea' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Bring back the previous plan' }));
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Edit your idea' }));
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Your idea in one sentence');
    await waitFor(() => expect(field.value).toBe(other));
  });

  it('writes to a narrower group in a new version, under a link of its own', async () => {
    const founder = await app.signUp('pro');
    const { plan } = await twoIdeas(founder);
    await show({ founder, parts: trailOf(plan, 'narrow-group') });
    await press('Ask a narrower group');
    const form = within(await openDialog());
    const who = await form.findByLabelText<HTMLInputElement>('Who has the problem?', {}, slow);
    expect([who.value, document.activeElement]).toEqual(['bakeries', who]);
    expect(form.getByText(/new version with a new link/)).toBeDefined();
    await userEvent.click(form.getByRole('button', { name: 'Ask this group' }));
    expect(form.getByRole('alert').textContent).toBe('Say which of them.');
    await userEvent.type(form.getByLabelText('Which of them?'), 'in villages{Enter}');
    await waitFor(() => expect(who.isConnected).toBe(false));
    expect(form.getByText('Bakeries in villages · throw away unsold loaves')).toBeDefined();
    expect(await form.findByText('Saved', {}, slow)).toBeDefined();
    const trail = (await work.listTrails(founder)).find((one) => one.idea === idea);
    const [narrowed, earlier] = trail?.surveys.map(({ surveyId }) => surveyId) ?? [];
    expect(earlier).toBe(plan.surveyId);
    expect(readWorkspace(founder.id).open?.surveyId).toBe(narrowed);
    expect(JSON.parse(localStorage.getItem(surveyPath(narrowed ?? '')) ?? '{}')).toMatchObject({
      reading: { who: 'bakeries in villages' },
      idea,
    });
  });

  it('opens the plan as the account has it where this browser has none, and asks whom it is about', async () => {
    const founder = await app.signUp('pro');
    const { plan } = await twoIdeas(founder, { hasPlan: false });
    await show({ founder, parts: trailOf(plan, 'narrow-group') });
    await press('Ask a narrower group');
    const form = within(await openDialog());
    const who = await form.findByLabelText<HTMLInputElement>('Who has the problem?', {}, slow);
    await waitFor(() => expect(document.activeElement).toBe(who));
    expect(who.value).toBe('bakeries');
    await userEvent.type(form.getByLabelText('Which of them?'), 'in villages{Enter}');
    expect(form.getByText('Bakeries in villages · throw away unsold loaves')).toBeDefined();
    const { open, previous } = readWorkspace(founder.id);
    expect([open?.surveyId === plan.surveyId, previous?.surveyId]).toEqual([false, plan.surveyId]);
  });
});

describe('the same idea in other words', () => {
  const { idea } = bareTrail;
  const other = 'One calendar, two homes';

  async function choose(refused?: Response) {
    const founder = await app.signUp('pro');
    const { surveyId } = await work.createSurvey(founder, { idea: other });
    const { trailId } = await work.saveSession(founder, { idea });
    const [, moved] = await work.listTrails(founder);
    const answers = refused && { [`POST /api/trails/${moved?.id}/join`]: refused };
    await show({ founder, at: `/ideas/${trailId}`, answers });
    await userEvent.click(await screen.findByText('Same idea in other words?'));
    await userEvent.selectOptions(await screen.findByLabelText('The other idea'), other);
    expect(screen.getByText(/^1 survey will move here\./)).toBeDefined();
    await press('Put it here');
    return { founder, surveyId, trailId, moved };
  }

  it('is put here, after saying what will happen', async () => {
    const { founder, surveyId, trailId } = await choose();
    expect(await screen.findByText('Done: 1 survey moved here.')).toBeDefined();
    expect(await work.listTrails(founder)).toMatchObject([{ id: trailId, surveys: [{ surveyId }] }]);
    expect((await step('Plan')).getByText('Done')).toBeDefined();
    expect(await screen.findByText('This is your only idea so far.')).toBeDefined();
  });

  it('stays where it is when the server refuses, and the choice stays too', async () => {
    const { moved } = await choose(refusal(500, 'internal', 'Away.'));
    expect(await screen.findByText('Away. Nothing was moved.')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('The other idea').value).toBe(moved?.id);
  });

  it('is chosen among the newest ideas, which is said where there are more', async () => {
    const many = Array.from({ length: 101 }, (_, number) => ({
      ...bareTrail,
      id: `trail-1${String(number).padStart(3, '0')}`,
      idea: `Idea ${number}`,
    })).toReversed();
    const listed: Answers[string] = ({ query }) => many.slice(0, Number(query.get('limit')));
    await show({ answers: { 'GET /api/trails': listed } });
    await userEvent.click(await screen.findByText('Same idea in other words?'));
    expect(await screen.findByText(/The newest 100 of your other ideas are listed\.$/)).toBeDefined();
    expect(screen.queryByRole('option', { name: 'Idea 0' })).toBeNull();
  });
});

describe('your ideas on the dashboard', () => {
  const at = '/dashboard';

  it('lead with the one that changed last; another can be chosen and stays chosen', async () => {
    const founder = await app.signUp('pro');
    const ids: string[] = [];
    for (const number of [1, 0])
      ids.unshift((await work.savePrompt(founder, { idea: `Idea ${number}` })).trailId);
    const { unmount } = await show({ founder, at });
    const current = async () => within(await screen.findByRole('region', { name: 'Your idea' }, slow));
    expect((await current()).getByRole('heading', { level: 2 }).textContent).toBe('Idea 0');
    expect((await current()).getByRole('button').textContent).toBe('Write the survey');
    const link = (await current()).getByRole('link', { name: 'See everything' });
    expect(link.getAttribute('href')).toBe(`/startup-spark-suite/ideas/${ids[0]}`);
    await press('Idea 1');
    expect((await current()).getByRole('heading', { level: 2 }).textContent).toBe('Idea 1');
    unmount();
    await show({ founder, at });
    expect((await current()).getByRole('heading', { level: 2 }).textContent).toBe('Idea 1');
  });

  it('say in words what is done, and how many answers a verdict still needs', async () => {
    const founder = await app.signUp('pro');
    await work.saveSession(founder, { nextStage: 'MARKET_RESEARCH' });
    await work.answeredSurvey(founder, ['One', 'Two', 'Three', 'Four'], markedDraft());
    await show({ founder, at });
    const steps = await screen.findByRole('list', { name: 'Steps' }, slow);
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Idea, done', '2Coach', 'Plan, done', '4Survey', '5Verdict', '6Prompt', '7Launch']);
    expect(steps.querySelector('[aria-current="step"]')?.textContent).toBe('4Survey');
    const number = screen.getByText('of 12 answers.').closest('div')?.parentElement;
    expect(number?.textContent).toBe('4of 12 answers. 8 more before a verdict. 4 new answers');
  });

  it.each<[string, Answers]>([
    ['there are none', {}],
    ['the server answers 404', { 'GET /api/trails': refusal(404, 'not_found', 'None.') }],
  ])('begin with a question when %s', async (_, answers) => {
    await show({ founder: free, at, answers });
    expect(await screen.findByRole('heading', { name: 'What is your idea?' }, slow)).toBeDefined();
  });

  it('say when they could not be loaded', async () => {
    await show({ at, answers: { 'GET /api/trails': refusal(500, 'internal', 'Away.') } });
    expect(await screen.findByText('Your ideas could not be loaded.')).toBeDefined();
  });
});
