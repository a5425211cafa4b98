// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.fixture.ts';
import { answerScope } from '#web/features/analyses/submissions/AnswerLink.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Aggregated } from './QuestionResults.tsx';

const title = 'What happened?';
const section = {
  kind: 'texts' as const,
  title,
  texts: ['No bus', 'The school bus', 'Rain'],
  numbers: [9, 7, 4],
};
const themes = {
  [title]: [
    { theme: 'no bus', numbers: [9] },
    { theme: 'school bus', numbers: [9, 7] },
  ],
};
const put = `PUT /api/surveys/${exampleAnalysis.surveyId}/themes`;

function show(more: Partial<SurveyAnalysis>, answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <div {...answerScope}>
        <Aggregated analysis={{ ...exampleAnalysis, themes, ...more }} section={section} />
      </div>
    </QueryClientProvider>,
  );
  return server;
}

const shown = () => within(screen.getByRole('region', { name: `Themes: ${title}` }));
const nameOf = (name: string) => shown().getByText(name, { selector: 'bdi' });
const rowsOf = (name: string) =>
  within(nameOf(name).closest('details') as HTMLElement).getAllByRole('listitem', {
    hidden: true,
  });

it('lists each theme with its answers, which lead to the whole ones', async () => {
  show({});
  expect(
    shown()
      .getAllByText(/^· /)
      .map(({ parentElement }) => parentElement?.textContent),
  ).toEqual(['no bus· 1', 'school bus· 2']);
  await userEvent.click(nameOf('school bus'));
  const [, second] = rowsOf('school bus');
  expect(second?.textContent).toBe('answer #7The school bus');
  await userEvent.click(within(second as HTMLElement).getByRole('button'));
  expect(document.activeElement?.textContent).toBe('answer #7The school bus');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByText('No theme')).toBeNull();
});

it('lets the owner move an answer to another theme and to none', async () => {
  const server = show({ trailId: 'trail-1' }, { [put]: { moved: true } });
  await userEvent.click(nameOf('school bus'));
  const select = within(rowsOf('school bus')[1] as HTMLElement).getByRole('combobox', {
    name: 'Move answer #7 to another theme',
  });
  const choices = within(select).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Move to…', 'no bus', 'No theme']);
  await userEvent.selectOptions(select, 'no bus');
  expect(document.activeElement?.textContent).toBe('school bus· 2');
  await userEvent.selectOptions(select, 'No theme');
  expect(server.callsOf(put).map(({ body }) => body)).toEqual([
    { question: 1, number: 7, theme: 'no bus' },
    { question: 1, number: 7, theme: null },
  ]);
});

it('lists for the owner what has no theme, to be moved into one', async () => {
  const server = show({ trailId: 'trail-1' }, { [put]: refusal(500, 'internal', 'Try again.') });
  const [row] = rowsOf('No theme');
  expect(row?.textContent).toContain('#4Rain');
  await userEvent.click(nameOf('No theme'));
  await userEvent.selectOptions(within(row as HTMLElement).getByRole('combobox'), 'school bus');
  expect(server.callsOf(put)[0]?.body).toEqual({ question: 1, number: 4, theme: 'school bus' });
  expect((await screen.findByRole('alert')).textContent).toBe('Try again.');
});

it.each([{ themes: {} }, { themes: undefined }])('shows nothing for %j', (more) => {
  show(more);
  expect(screen.queryByText('Themes')).toBeNull();
});

it('says how many answers they were found in', () => {
  const read = (of: number) => ({ [title]: [{ theme: 'no bus', numbers: [9], of }] });
  show({ themes: read(3) });
  expect(shown().getByText('Themes in 3 answers')).toBeDefined();
  cleanup();
  show({ themes: read(2) });
  expect(shown().getByText('Themes in the newest 2 answers')).toBeDefined();
});

it('never takes the newest answers for all of them', () => {
  stubServer({});
  const texts = Array.from({ length: 100 }, (_, at) => `Bus ${at}`);
  const long = { kind: 'texts' as const, title, texts, numbers: texts.map((_, at) => 300 - at) };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Aggregated analysis={exampleAnalysis} section={long} />
    </QueryClientProvider>,
  );
  expect(screen.getByText('97 more of the newest 100 answers')).toBeDefined();
  cleanup();
  render(<Aggregated analysis={exampleAnalysis} section={{ ...long, texts: [], numbers: [] }} />);
  expect(screen.getByText('No answers in words yet.')).toBeDefined();
});
