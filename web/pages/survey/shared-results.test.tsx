// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.fixture.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { SurveyResultsPage } from './SurveyResultsPage.tsx';

afterEach(cleanup);

function show(answer: Parameters<typeof stubServer>[0][string]) {
  const server = stubServer({ 'GET /api/results/t0ken': answer });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/results/t0ken']}>
        <Routes>
          <Route path="/results/:token" element={<SurveyResultsPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return server;
}

describe('the page of a results link', () => {
  it('shows the results without the owner’s parts', async () => {
    const { surveyId: _survey, choices: _choices, ...shared } = exampleAnalysis;
    show({ ...shared, hiddenQuestions: 1 });
    expect(screen.getByText('Loading the results')).toBeDefined();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('A calendar for two homes');
    expect(screen.getByRole('heading', { name: "Decision: Can't tell yet" })).toBeDefined();
    expect(screen.getByText(/Based on 6 submission\(s\)/)).toBeDefined();
    expect(screen.getByText('1 question is hidden here. The verdict rests on all.')).toBeDefined();
    expect(screen.queryByText('All answers')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Share results' })).toBeNull();
  });

  it('shows what is there of results with missing fields', async () => {
    const analysis = { goNoGoDecision: 'Go', keyStrengths: null, keyWeaknesses: null };
    show({ idea: 'Bees for balconies', analysis, aggregatedData: null, figures: null, basis: {} });
    expect(await screen.findByRole('heading', { name: 'Decision: Go' })).toBeDefined();
    expect(document.body.textContent).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date/);
  });

  it.each([
    ['results_not_shared', 'These results are no longer shared.', 'This link has ended'],
    ['analysis_not_found', 'No results found.', 'No answers yet'],
  ])('says what %s means', async (code, text, title) => {
    show(refusal(404, code, text));
    expect(await screen.findByText(title)).toBeDefined();
  });

  it('says what went wrong, and tries again', async () => {
    const server = show(refusal(500, 'internal', 'The database is away.'));
    expect(await screen.findByText('Error: The database is away.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(server.calls.length).toBeGreaterThan(1);
  });
});
