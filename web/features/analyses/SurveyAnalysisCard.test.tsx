// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { exampleAnalysis } from './example-analysis.fixture.ts';
import { ResultsDialog } from './ResultsDialog.tsx';
import { SurveyAnalysisCard } from './SurveyAnalysisCard.tsx';

const { analysis } = exampleAnalysis;

describe('the collapsed card', () => {
  it('shows idea, sentiment, decision, time, submissions and 150 characters of the summary', () => {
    render(<SurveyAnalysisCard analysis={exampleAnalysis} />);
    const heading = screen.getByRole('heading', { level: 3 });
    expect(heading.textContent).toBe('Survey Analysis for "A calendar for two homes"');
    expect(screen.getByText('Mixed')).toBeDefined();
    expect(screen.getByText('Decision:').parentElement?.textContent).toBe("Decision: Can't tell yet");
    expect(screen.getByText(`${analysis.summary.slice(0, 150)}...`)).toBeDefined();
    expect(screen.getByText(/Based on 6 submission\(s\)/)).toBeDefined();
    expect(screen.getByRole('time').getAttribute('datetime')).toBe(exampleAnalysis.created_at);
    expect(screen.getByText('Written without AI')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names the model that chose its points, and adds no dots to a short summary', () => {
    const short = { ...exampleAnalysis, model: 'test-model', analysis: { ...analysis, summary: 'Short.' } };
    render(<SurveyAnalysisCard analysis={short} />);
    expect(screen.getByText('Points chosen by test-model')).toBeDefined();
    expect(screen.getByText('Short.')).toBeDefined();
  });

  it('leads to the idea’s trail, and on to the result', async () => {
    const readMore = vi.fn();
    const analysis = { ...exampleAnalysis, trailId: 'trail-1' };
    render(<SurveyAnalysisCard analysis={analysis} onReadMore={readMore} />, { wrapper: MemoryRouter });
    const link = screen.getByRole('link', { name: 'Idea trail' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/ideas/trail-1');
    await userEvent.click(screen.getByRole('button', { name: 'Read Result' }));
    expect(readMore).toHaveBeenCalledTimes(1);
  });

  it('says how many answers are new, as a link to the results', () => {
    render(<SurveyAnalysisCard analysis={{ ...exampleAnalysis, newAnswers: 3 }} />, {
      wrapper: MemoryRouter,
    });
    const link = screen.getByRole('link', { name: '3 new answers' });
    expect(link.getAttribute('href')).toBe(`/survey/${exampleAnalysis.surveyId}/results`);
  });

  it.each([
    ['Positive', 'bg-good-wash'],
    ['Mixed', 'bg-warn-wash'],
    ['Negative', 'bg-bad-wash'],
  ] as const)('has a badge with word, icon and colour: %s', (sentiment, colour) => {
    render(<SurveyAnalysisCard analysis={{ ...exampleAnalysis, analysis: { ...analysis, sentiment } }} />);
    const badge = screen.getByText(sentiment);
    expect(badge.className).toContain(colour);
    expect(badge.querySelector('svg')).not.toBeNull();
  });
});

describe('the results dialog', () => {
  const read = 'GET /api/analyze-survey';

  function show(answer: Parameters<typeof stubServer>[0][string], next = vi.fn()) {
    stubServer({ [read]: answer });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ResultsDialog open surveyId={exampleAnalysis.surveyId} onOpenChange={() => {}} onNext={next} />
      </QueryClientProvider>,
      { wrapper: MemoryRouter },
    );
  }

  async function open() {
    show(exampleAnalysis);
    await screen.findByRole('table');
    return screen.getByRole('dialog', { name: 'Survey Results' });
  }

  it('waits for the analysis, says what went wrong, and tries again', async () => {
    let isAway = true;
    show(() => (isAway ? refusal(500, 'internal', 'The database is away.') : exampleAnalysis));
    expect(screen.getByText('Loading the results')).toBeDefined();
    expect(await screen.findByText('Error: The database is away.')).toBeDefined();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });

  it('says when there is nothing to show', async () => {
    show(refusal(404, 'analysis_not_found', 'No results found.'));
    expect(await screen.findByText('Error: No results found.')).toBeDefined();
  });

  it('shows everything in full: charts with tables, lists, quotes and the numbers behind them', async () => {
    const dialog = await open();
    for (const name of [
      'Summary',
      'Reasoning',
      'Key Strengths',
      'Key Weaknesses',
      'How often?',
      'What happened?',
    ])
      expect(within(dialog).getByRole('heading', { name })).toBeDefined();
    expect(dialog.textContent).toContain(analysis.summary);
    expect(dialog.textContent).toContain('Written without AI');
    expect(dialog.textContent).toContain('4 of 6');
    const page = within(dialog).getByRole('link', { name: 'Open results page' });
    expect(page.getAttribute('href')).toBe('/survey/survey-two-homes-k3x9d2a/results');

    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['AnswerCount', 'Never2', 'Every week4']);
    expect(document.querySelector('svg[height="200"][width="100%"]')).not.toBeNull();
    const texts = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(texts).toContain('answer #4<script>alert(1)</script>');

    const numbers = within(dialog)
      .getAllByTitle(/answer #/)
      .map((chip) => chip.title);
    expect(numbers).toEqual(['From answer #7', 'Go to answer #4', 'Go to answer #11']);
    expect(within(dialog).getByText('“we both forgot”')).toBeDefined();
  });

  it.each([
    ['Go', 'Write the build prompt', 'build-prompt'],
    ['No-Go', 'Change the idea', 'change-idea'],
    ["Can't tell yet", 'Share survey', 'share-more'],
  ])('after %s offers one thing to do: %s', async (goNoGoDecision, button, step) => {
    const next = vi.fn();
    const given = { ...exampleAnalysis, analysis: { ...analysis, goNoGoDecision } };
    show(given, next);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(next).toHaveBeenCalledExactlyOnceWith(step, given);
  });

  it('folds how it was decided', async () => {
    const dialog = await open();
    const details = within(dialog).getByText('How this was decided').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('Every week');
    expect(details?.textContent).toContain(
      '40 %, and at least 5 answers that count, set before the first one.',
    );
    expect(details?.textContent).toContain('7f3a90c2');
  });

  it('shows both rules and their seals after a change, also when no option is marked any more', async () => {
    const { basis } = exampleAnalysis;
    const [first] = basis?.rules ?? [];
    if (!basis || !first) throw new Error('The example has a sealed rule.');
    const sealedAt = '2026-11-22T10:00:00.000Z';
    const later = { ...first, version: 2, hash: '12ab'.repeat(16), sealedAt, answersBefore: 6 };
    show({
      ...exampleAnalysis,
      figures: [],
      basis: { ...basis, rules: [{ ...first, decision: 'No-Go' }, later] },
    });
    const details = (await screen.findByText('How this was decided')).closest('details');
    expect(details?.textContent).toContain('By the first rule (40 %): No-Go.');
    for (const hash of [first.hash, later.hash]) expect(details?.textContent).toContain(hash);
  });

  it('says when options were marked after answers', async () => {
    const { basis } = exampleAnalysis;
    const rules = basis?.rules.map((rule) => ({ ...rule, answersBefore: 12 })) ?? [];
    show({ ...exampleAnalysis, basis: basis && { ...basis, rules } });
    const late = await screen.findByText('Marked late');
    expect(late.nextElementSibling?.textContent).toBe('After 12 answers.');
  });

  it.each([
    [{}, /comes from fixed rules, without a model/],
    [{ model: 'a-model' }, /Points chosen by a-model before receipts were kept/],
    [
      {
        model: 'a-model',
        receipt: {
          model: 'a-model',
          at: '2026-11-21T09:12:00Z',
          promptVersion: 'analysis-1',
          step: 'object' as const,
        },
      },
      /a-model.*What came back.*small mistakes mended/,
    ],
  ])('says how it was written: %j', async (change, text) => {
    show({ ...exampleAnalysis, ...change });
    const note = (await screen.findByText('How this was written')).closest('details');
    expect(note?.textContent).toMatch(text);
  });
});
