// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { exampleAnalysis } from './example-analysis.data.ts';
import { ResultsDialog } from './ResultsDialog.tsx';
import { SurveyAnalysisCard } from './SurveyAnalysisCard.tsx';

afterEach(cleanup);

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

  it('names the model that worded it', () => {
    render(<SurveyAnalysisCard analysis={{ ...exampleAnalysis, model: 'test-model' }} />);
    expect(screen.getByText('Worded by test-model')).toBeDefined();
  });

  it('adds no dots to a short summary and counts one submission', () => {
    const short = { ...exampleAnalysis, submissionCount: 1, analysis: { ...analysis, summary: 'Short.' } };
    render(<SurveyAnalysisCard analysis={short} />);
    expect(screen.getByText('Short.')).toBeDefined();
    expect(screen.getByText(/Based on 1 submission\(s\)$/)).toBeDefined();
  });

  it('leads to the idea’s trail when it hangs on one', () => {
    render(<SurveyAnalysisCard analysis={{ ...exampleAnalysis, trailId: 'trail-1' }} />, {
      wrapper: MemoryRouter,
    });
    const link = screen.getByRole('link', { name: 'Idea trail' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/ideas/trail-1');
  });

  it('offers to read on when somebody listens', async () => {
    const readMore = vi.fn();
    render(<SurveyAnalysisCard analysis={exampleAnalysis} onReadMore={readMore} />);
    await userEvent.click(screen.getByRole('button', { name: 'Read Result' }));
    expect(readMore).toHaveBeenCalledTimes(1);
  });
});

describe('the results dialog', () => {
  const read = 'GET /api/analyze-survey';

  function show(answer: Parameters<typeof stubServer>[0][string], build = vi.fn()) {
    const close = vi.fn();
    stubServer({ [read]: answer });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ResultsDialog open surveyId={exampleAnalysis.surveyId} onOpenChange={close} onBuild={build} />
      </QueryClientProvider>,
    );
    return close;
  }

  async function open() {
    const close = show(exampleAnalysis);
    await screen.findByRole('table');
    return { close, dialog: screen.getByRole('dialog', { name: 'Survey Results' }) };
  }

  it('waits for the analysis', () => {
    show(exampleAnalysis);
    expect(screen.getByText('Loading the results')).toBeDefined();
  });

  it('says what went wrong, and tries again', async () => {
    let isAway = true;
    show(() => (isAway ? refusal(500, 'internal', 'The database is away.') : exampleAnalysis));
    expect(await screen.findByText('Error: The database is away.')).toBeDefined();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });

  it('says when there is nothing to show', async () => {
    show(refusal(404, 'analysis_not_found', 'No results found.'));
    expect(await screen.findByText('Error: No results found.')).toBeDefined();
  });

  it('shows everything in full', async () => {
    const { dialog } = await open();
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
  });

  it('draws counts as a chart and as a table, and texts as a list', async () => {
    await open();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['AnswerCount', 'Never2', 'Every week4']);
    expect(document.querySelector('svg[height="200"][width="100%"]')).not.toBeNull();
    const texts = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(texts).toContain('answer #4<script>alert(1)</script>');
  });

  it('marks quotes and the answers that they come from', async () => {
    const { dialog } = await open();
    const numbers = within(dialog)
      .getAllByTitle(/answer #/)
      .map((chip) => chip.title);
    expect(numbers).toEqual(['From answer #7', 'Go to answer #4', 'Go to answer #11']);
    expect(within(dialog).getByText('“we both forgot”')).toBeDefined();
  });

  it('leads from a Go to a build prompt that rests on these answers', async () => {
    const build = vi.fn();
    const go = { ...exampleAnalysis, analysis: { ...analysis, goNoGoDecision: 'Go' } };
    show(go, build);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Write a build prompt from these answers' }),
    );
    expect(build).toHaveBeenCalledExactlyOnceWith(go);
  });

  it.each([
    ['No-Go', 'From 6 answers the verdict is No-Go: change the problem, or talk to more people first.'],
    ["Can't tell yet", 'From 6 answers nobody can tell yet: collect more first.'],
  ])('says after %s why nothing is built yet', async (goNoGoDecision, text) => {
    show({ ...exampleAnalysis, analysis: { ...analysis, goNoGoDecision } });
    expect(await screen.findByText(`A build prompt comes after a Go. ${text}`)).toBeDefined();
    expect(screen.queryByRole('button', { name: /build prompt/ })).toBeNull();
  });

  it.each([
    [{}, /come from fixed rules, without a model/],
    [{ model: 'a-model' }, /Worded by a-model before receipts were kept/],
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
      /a-model.*analysis-1.*first object in the reply/,
    ],
  ])('says how it was written: %j', async (change, text) => {
    show({ ...exampleAnalysis, ...change });
    const note = (await screen.findByText('How this was written')).closest('details');
    expect(note?.textContent).toMatch(text);
  });

  it('closes by its button', async () => {
    const { close } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Close dialog' }));
    expect(close).toHaveBeenCalledExactlyOnceWith(false);
  });
});

describe('the sentiment badge', () => {
  it.each([
    ['Positive', 'bg-good-wash'],
    ['Mixed', 'bg-warn-wash'],
    ['Negative', 'bg-bad-wash'],
  ] as const)('is a word with an icon and its colour: %s', (sentiment, colour) => {
    render(<SurveyAnalysisCard analysis={{ ...exampleAnalysis, analysis: { ...analysis, sentiment } }} />);
    const badge = screen.getByText(sentiment);
    expect(badge.className).toContain(colour);
    expect(badge.querySelector('svg')).not.toBeNull();
  });
});
