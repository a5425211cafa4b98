// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.fixture.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { SurveyResultsPage } from './SurveyResultsPage.tsx';

const read = 'GET /api/analyze-survey';

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
});

function show(
  answer: Parameters<typeof stubServer>[0][string],
  given: Partial<Session> = {},
  more: Parameters<typeof stubServer>[0] = {},
) {
  const server = stubServer({ [read]: answer, ...more });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/survey/survey-two-homes-k3x9d2a/results']}>
        <SessionContext value={testSession({ user: founder, ...given })}>
          <main>
            <Routes>
              <Route path="/survey/:slug/results" element={<SurveyResultsPage />} />
            </Routes>
          </main>
        </SessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return server;
}

const toastCard = async () =>
  (await screen.findByRole('button', { name: 'Dismiss' })).parentElement as HTMLElement;

describe('the results page', () => {
  it('needs a login and offers it', async () => {
    const openSignIn = vi.fn();
    const server = show(exampleAnalysis, { user: null, openSignIn });
    const main = within(screen.getByRole('main'));
    expect(main.getByText('You must be logged in to view this page.')).toBeDefined();
    expect((await toastCard()).textContent).toContain('You must be logged in to view this page.');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(openSignIn).toHaveBeenCalledTimes(1);
    expect(server.calls).toEqual([]);
  });

  it('shows the idea, the verdict and one card a question', async () => {
    show(exampleAnalysis);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('A calendar for two homes');
    await screen.findByRole('table');
    for (const name of [
      'Summary',
      'Reasoning',
      'Key Strengths',
      'Key Weaknesses',
      'How often?',
      'What happened?',
    ])
      expect(screen.getByRole('heading', { name })).toBeDefined();
    expect(screen.getByRole('heading', { name: "Decision: Can't tell yet" })).toBeDefined();
    expect(screen.getByText('Mixed')).toBeDefined();
    expect(screen.getByText(/Based on 6 submission\(s\)/)).toBeDefined();
    // The next step is its owner's.
    expect(screen.queryByRole('link', { name: 'Share survey' })).toBeNull();
  });

  it('says what went wrong, and tries again', async () => {
    const server = show(refusal(500, 'internal', 'The database is away.'));
    expect(await screen.findByText('Error: The database is away.')).toBeDefined();
    expect((await toastCard()).textContent).toBe('ErrorThe database is away.');
    const before = server.calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(server.calls.length).toBeGreaterThan(before);
  });

  const none = refusal(404, 'analysis_not_found', 'No results found.');
  const survey = {
    surveyId: 'survey-two-homes-k3x9d2a',
    idea: 'A calendar for two homes',
    socialLinks: [],
    questions: [{ question: 'How often?', type: 'multiple-choice', options: ['Never', 'Every week'] }],
    publicLink: true,
    isOwner: true,
    rule: { line: 40, minimumAnswers: 12, version: 1, hash: 'a'.repeat(64), sealedAt: null },
  };
  const readSurvey = `GET /api/surveys/${survey.surveyId}`;

  it('without answers says so at once, with the link for its owner', async () => {
    show(none, {}, { [readSurvey]: survey });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('No answers yet');
    expect(screen.getByText('The first 12 answers bring a verdict.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined();
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeDefined();
    expect(screen.queryByRole('link', { name: /^View results/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('with nothing but the owner’s own answers says so too, to others without the link', async () => {
    const read = { ...exampleAnalysis, submissionCount: 0 };
    show(read, {}, { [readSurvey]: { ...survey, isOwner: false, rule: null } });
    expect((await screen.findByText('No answers yet')).tagName).toBe('H1');
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  it('shows new answers without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let counted = false;
    show(() => (counted ? exampleAnalysis : none.clone()), {}, { [readSurvey]: survey });
    await screen.findByText('No answers yet');
    counted = true;
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(await screen.findByText(/Based on 6 submission\(s\)/)).toBeDefined();
  });

  it('says "No results found." of an unknown survey', async () => {
    show(none, {}, { [readSurvey]: refusal(404, 'survey_not_found', 'Survey Not Found') });
    expect(await within(screen.getByRole('main')).findByText('No results found.')).toBeDefined();
    expect((await toastCard()).textContent).toBe('ErrorNo results found.');
  });

  it('gives its owner one next step, in the idea’s trail', async () => {
    show({ ...exampleAnalysis, trailId: 'trail-1' });
    const link = await screen.findByRole('link', { name: 'Share survey' });
    expect(link.getAttribute('href')).toBe(
      `/startup-spark-suite/ideas/trail-1?do=share-more&survey=${exampleAnalysis.surveyId}`,
    );
  });

  it('has at most 250 words above the question cards with nothing unfolded', async () => {
    show({ ...exampleAnalysis, trailId: 'trail-1' });
    await screen.findByRole('table');
    const main = screen.getByRole('main').cloneNode(true) as HTMLElement;
    for (const details of main.querySelectorAll('details'))
      details.replaceChildren(details.querySelector('summary') ?? '');
    const text = main.textContent ?? '';
    const above = text.slice(0, text.indexOf('How often?'));
    expect(above.split(/\s+/).length).toBeLessThanOrEqual(250);
  });
});
