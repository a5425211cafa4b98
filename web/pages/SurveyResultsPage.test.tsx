// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.data.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { SurveyResultsPage } from './SurveyResultsPage.tsx';

const read = 'GET /api/analyze-survey';

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
});

function show(answer: Parameters<typeof stubServer>[0][string], given: Partial<Session> = { user: founder }) {
  const server = stubServer({ [read]: answer });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/survey/survey-two-homes-k3x9d2a/results']}>
        <SessionContext value={testSession(given)}>
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
  });

  it('says what went wrong, and tries again', async () => {
    const server = show(refusal(500, 'internal', 'The database is away.'));
    expect(await screen.findByText('Error: The database is away.')).toBeDefined();
    expect((await toastCard()).textContent).toBe('ErrorThe database is away.');
    const before = server.calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(server.calls.length).toBeGreaterThan(before);
  });

  it('waits for answers that are being counted, then shows them', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let counted = false;
    show(() => (counted ? exampleAnalysis : refusal(404, 'analysis_not_found', 'No results found.')));
    await screen.findByText('Counting the answers…');
    counted = true;
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    expect(await screen.findByText(/Based on 6 submission\(s\)/)).toBeDefined();
  });

  it('ends the waiting with "No results found."', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(() => refusal(404, 'analysis_not_found', 'No results found.'));
    await screen.findByText('Counting the answers…');
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    expect(await within(screen.getByRole('main')).findByText('No results found.')).toBeDefined();
    expect((await toastCard()).textContent).toBe('ErrorNo results found.');
    expect(screen.queryByText('Counting the answers…')).toBeNull();
  });
});
