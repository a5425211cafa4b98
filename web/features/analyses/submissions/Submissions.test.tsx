// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Submission } from '#shared/contracts/submissions.ts';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.fixture.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Submissions } from './Submissions.tsx';

const list = `GET /api/surveys/${exampleAnalysis.surveyId}/submissions`;
const one = (number: number) => `/api/surveys/${exampleAnalysis.surveyId}/submissions/${number}`;

function submission(number: number, more: Partial<Submission>): Submission {
  return {
    number,
    created_at: '2026-11-21T09:12:00.000Z',
    counted: false,
    reason: 'burst',
    channel: null,
    answers: ['Every week', ['A list'], null, `Story ${number}`],
    ...more,
  };
}

async function unfold(answers: Parameters<typeof stubServer>[0]) {
  const server = stubServer(answers);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Submissions analysis={exampleAnalysis} />
    </QueryClientProvider>,
  );
  const details = screen.getByText('All answers').closest('details') as HTMLDetailsElement;
  expect(server.calls).toEqual([]);
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  return server;
}

it('lists what is set apart with its reason, and counts it with one click', async () => {
  const server = await unfold({
    [list]: [submission(9, {}), submission(7, { reason: 'copy', channel: 'r/coparenting' })],
    [`PUT ${one(9)}`]: submission(9, { counted: true }),
  });
  expect(screen.getByText(/2 set apart/)).toBeDefined();
  const rows = within(await screen.findByRole('list', { name: 'Answers' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Many answers from one network.*Every week · A list · Story 9/),
    expect.stringMatching(/r\/coparenting.*Copied from another answer.*Story 7/),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Count answer #9' }));
  expect(server.callsOf(`PUT ${one(9)}`)[0]?.body).toEqual({ counted: true });
  expect(`${server.callsOf(list).at(-1)?.query}`).toBe('apart=true');
});

it('offers no counting of the owner’s own answers', async () => {
  await unfold({ [list]: [submission(3, { reason: 'preview' })] });
  await screen.findByText(/Your own answer/);
  expect(screen.queryByRole('button', { name: /^Count/ })).toBeNull();
});

it('deletes an answer for good in two steps', async () => {
  const server = await unfold({ [list]: [submission(9, {})], [`DELETE ${one(9)}`]: { deleted: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete answer #9' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete answer #9' }));
  expect(server.callsOf(`DELETE ${one(9)}`)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Delete answer #9 for good' }));
  expect(server.callsOf(`DELETE ${one(9)}`)).toHaveLength(1);
});

it('says why a change was refused, and when there is nothing or the list is away', async () => {
  await unfold({
    [list]: [submission(9, {})],
    [`PUT ${one(9)}`]: refusal(409, 'own_preview', 'Your own answers never count.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Count answer #9' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your own answers never count.');
  cleanup();
  await unfold({ [list]: [] });
  expect(await screen.findByText('Nothing is set apart.')).toBeDefined();
  cleanup();
  await unfold({ [list]: refusal(500, 'internal', 'Away.') });
  expect(await screen.findByText('The answers could not be loaded.')).toBeDefined();
});
