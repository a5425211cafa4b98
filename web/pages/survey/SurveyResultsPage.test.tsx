// @vitest-environment page
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { answersTo, markedDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import type { Session } from '#web/identity/session.ts';
import { showOnApp } from '#web/testing/show.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { SurveyResultsPage } from './SurveyResultsPage.tsx';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
/** Surveys of the owner: with three answers, with none, and with nothing but their own. */
let answered: SurveyDraft;
let unanswered: SurveyDraft;
let previewed: SurveyDraft;
const work = ideaWork(() => app);
const idea = 'A calendar for two homes';
const marked = () => ({ ...markedDraft(), idea });

beforeAll(async () => {
  app = await startTestApp();
  [owner, stranger] = [await app.signUp('pro'), await app.signUp()];
  const texts = ['We both forgot', '<script>alert(1)</script>', 'Rain'];
  answered = await work.answeredSurvey(owner, texts, marked());
  unanswered = await work.createSurvey(owner, marked());
  previewed = await work.createSurvey(owner, marked());
  const { token } = owner;
  await app.call('POST', '/api/submit-survey', { token, body: answersTo(previewed) });
  await analyse(previewed);
});
afterAll(() => app.close());

async function analyse({ surveyId }: SurveyDraft) {
  await app.call('POST', '/api/analyze-survey', { token: owner.token, body: { surveyId } });
  await app.app.runDueTasks();
}

type Given = { as?: TestUser | null; answers?: Answers; session?: Partial<Session> };

function showAt(at: string, { as = owner, answers, session }: Given = {}) {
  const page = (
    <main>
      <Routes>
        <Route path="/survey/:slug/results" element={<SurveyResultsPage />} />
        <Route path="/results/:token" element={<SurveyResultsPage />} />
      </Routes>
    </main>
  );
  return showOnApp(app, page, as, { at, answers, session });
}

const show = ({ surveyId }: { surveyId: string }, given?: Given) =>
  showAt(`/survey/${surveyId}/results`, given);
const main = () => within(screen.getByRole('main'));
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
const toastCard = async () => (await screen.findByRole('button', { name: 'Dismiss' })).parentElement;

describe('the results page', () => {
  it('needs a login and offers it', async () => {
    const openSignIn = vi.fn();
    const { calls } = await show(answered, { as: null, session: { openSignIn } });
    expect(main().getByText('You must be logged in to view this page.')).toBeDefined();
    expect((await toastCard())?.textContent).toContain('You must be logged in to view this page.');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(openSignIn).toHaveBeenCalledTimes(1);
    expect(calls).toEqual([]);
  });

  it('marks the answers as seen when their owner opens it, and for no one else', async () => {
    const newAnswers = async () => {
      const { body } = await app.call('GET', '/api/survey-analyses', { token: owner.token });
      const listed = body as unknown[] as { surveyId: string; newAnswers: number }[];
      return listed.find(({ surveyId }) => surveyId === answered.surveyId)?.newAnswers;
    };
    await show(answered, { as: stranger });
    await screen.findAllByRole('table');
    expect(await newAnswers()).toBe(3);
    cleanup();
    await show(answered);
    await vi.waitFor(async () => expect(await newAnswers()).toBe(0));
  });

  it('shows the idea, the verdict and one card a question, and keeps the next step for its owner', async () => {
    await show(answered, { as: stranger });
    await screen.findAllByRole('table');
    expect(await title()).toBe(idea);
    const sections = ['Summary', 'Reasoning', 'Key Strengths', 'Key Weaknesses'];
    for (const name of [...sections, ...answered.questions.map(({ question }) => question)])
      expect(screen.getByRole('heading', { name })).toBeDefined();
    expect(screen.getByRole('heading', { name: "Decision: Can't tell yet" })).toBeDefined();
    expect(screen.getByText('Mixed')).toBeDefined();
    expect(screen.getByText(/Based on 3 submission\(s\)/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Share survey' })).toBeNull();
  });

  it('gives its owner one next step, with fewer than 250 words while all is folded', async () => {
    await show(answered);
    const link = await screen.findByRole('link', { name: 'Share survey' });
    const [trail] = await work.listTrails(owner);
    expect(link.getAttribute('href')).toBe(
      `/startup-spark-suite/ideas/${trail?.id}?do=share-more&survey=${answered.surveyId}`,
    );
    await screen.findAllByRole('table');
    const page = screen.getByRole('main').cloneNode(true) as HTMLElement;
    for (const details of page.querySelectorAll('details'))
      details.replaceChildren(details.querySelector('summary') ?? '');
    expect((page.textContent ?? '').split(/\s+/).length).toBeLessThan(250);
  });

  it('without answers says so at once, with the link for its owner', async () => {
    await show(unanswered);
    expect(await title()).toBe('No answers yet');
    expect(screen.getByText('The first 12 answers bring a verdict.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Share survey' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Share survey/ }, { timeout: 4_000 }));
    expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDefined();
    expect(await dialog.findByRole('img', { name: /^QR code/ })).toBeDefined();
    expect(await dialog.findByText(/Four short questions/)).toBeDefined();
  });

  it('with nothing but the owner’s own answers says so too, to others without the link', async () => {
    const { callsOf } = await show(previewed, { as: stranger });
    expect((await screen.findByText('No counted answers yet')).tagName).toBe('H1');
    expect(screen.getByText(/^1 answer is set apart\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Share survey' })).toBeNull();
    const response = await callsOf('GET /api/analyze-survey')[0]?.passOn();
    expect(await response?.json()).toMatchObject({ submissionCount: 0 });
  });

  it('leads its owner to all answers, and from a number to that answer', async () => {
    await show(answered);
    const row = await screen.findByRole('link', { name: /^All answers/ });
    expect(row.getAttribute('href')).toBe(`/survey/${answered.surveyId}/answers`);
    await vi.waitFor(() => expect(row.textContent).toMatch(/3$/));
    const numbers = await screen.findAllByRole('link', { name: 'answer #1' });
    expect(numbers[0]?.getAttribute('href')).toBe(`/survey/${answered.surveyId}/answers?answer=1`);
  });

  it('keeps its error in sight while it tries again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval'] });
    let isHeld = false;
    const failed = () => (isHeld ? new Promise<never>(() => {}) : refusal(500, 'internal', 'Away.'));
    await show(answered, { answers: { 'GET /api/analyze-survey': failed } });
    expect(await screen.findByText('Error: Away.')).toBeDefined();
    isHeld = true;
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(screen.getByText('Error: Away.')).toBeDefined();
    expect(screen.queryByText('Loading the results')).toBeNull();
  });

  it('shows new answers without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval'] });
    const fresh = await work.createSurvey(owner, marked());
    await show(fresh);
    await screen.findByText('No answers yet');
    await app.call('POST', '/api/submit-survey', { token: stranger.token, body: answersTo(fresh) });
    await analyse(fresh);
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(await screen.findByText(/Based on 1 submission\(s\)/)).toBeDefined();
  });

  it('says to others that the owner keeps them', async () => {
    const draft = await work.createSurvey(owner, marked());
    const body = { ownerOnlyResults: true };
    await app.call('PUT', `/api/surveys/${draft.surveyId}/settings`, { token: owner.token, body });
    await show(draft, { as: stranger });
    expect(await main().findByText('Only the person who made this survey sees its results.')).toBeDefined();
    expect(main().queryByText('The answers themselves are safe.')).toBeNull();
  });

  it('says "No results found." of an unknown survey', async () => {
    await show({ surveyId: 'survey-unknown-k3x9d2a' });
    expect(await main().findByText('No results found.')).toBeDefined();
    expect((await toastCard())?.textContent).toBe('ErrorNo results found.');
  });
});

describe('the page of a results link', () => {
  const link = async ({ surveyId }: SurveyDraft) => {
    const body = { days: 7, hidden: [0], showsTexts: false };
    const { token } = owner;
    const created = await app.call('PUT', `/api/surveys/${surveyId}/results-link`, { token, body });
    return `/results/${created.body.token}`;
  };

  it('shows the results to anybody, without the owner’s parts', async () => {
    await showAt(await link(answered), { as: null });
    expect(screen.getByText('Loading the results')).toBeDefined();
    expect(await title()).toBe(idea);
    expect(screen.getByRole('heading', { name: "Decision: Can't tell yet" })).toBeDefined();
    expect(screen.getByText(/Based on 3 submission\(s\)/)).toBeDefined();
    expect(screen.getByText('1 question is hidden here. The verdict rests on all.')).toBeDefined();
    expect(screen.queryByText('All answers')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Share results' })).toBeNull();
  });

  it('shows what is there of results with missing fields', async () => {
    const analysis = { goNoGoDecision: 'Go', keyStrengths: null, keyWeaknesses: null };
    const found = { idea: 'Bees for balconies', analysis, aggregatedData: null, figures: null, basis: {} };
    await showAt('/results/t0ken', { as: null, answers: { 'GET /api/results/t0ken': found } });
    expect(await screen.findByRole('heading', { name: 'Decision: Go' })).toBeDefined();
    expect(document.body.textContent).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date/);
  });

  it('says when it has ended, and when there are no answers yet', async () => {
    await showAt(`/results/${'x'.repeat(43)}`, { as: null });
    expect(await screen.findByText('This link has ended')).toBeDefined();
    expect(screen.getByText('These results are no longer shared.')).toBeDefined();
    cleanup();
    await showAt(await link(unanswered), { as: null });
    expect(await screen.findByText('No answers yet')).toBeDefined();
  });
});

it.each([
  ['/survey/survey-two-homes-k3x9d2a/results', 'GET /api/analyze-survey', 'ErrorThe database is away.'],
  ['/results/t0ken', 'GET /api/results/t0ken', undefined],
])('says at %s what went wrong, and tries again', async (at, read, toast) => {
  const { callsOf } = await showAt(at, {
    answers: { [read]: refusal(500, 'internal', 'The database is away.') },
  });
  expect(await screen.findByText('Error: The database is away.')).toBeDefined();
  if (toast) expect((await toastCard())?.textContent).toBe(toast);
  const before = callsOf(read).length;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(callsOf(read).length).toBeGreaterThan(before);
});
