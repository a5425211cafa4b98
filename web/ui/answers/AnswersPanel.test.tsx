// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { AnswersPanel } from './AnswersPanel.tsx';
import { useCursor } from './use-cursor.ts';

const evidence: AnswerEvidence = {
  surveyId: 'survey-bread-abc1234',
  idea: 'Bakers throw away unsold bread',
  submissionCount: 40,
  newest: null,
  figures: [
    { has: 22, counted: 35, label: 'throw away bread', says: 'throw away bread every week', options: [] },
  ],
  answers: [
    { number: 3, question: 'And then?', text: 'Tell me by lunch\nwhat to bake.' },
    { number: 17, question: 'And then?', text: 'We bake in two parts. The second is the one we bin.' },
  ],
  options: [],
};

type FormProps = { first?: string; evidence?: AnswerEvidence | null | undefined; onRetry?: () => void };

function Form({ first = '', onRetry, ...given }: FormProps) {
  const [text, setText] = useState(first);
  const [other, setOther] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const cursor = useCursor(form);
  return (
    <>
      <form ref={form} onFocus={cursor.onFocus}>
        <textarea aria-label="Feature" value={text} onChange={({ target }) => setText(target.value)} />
        <textarea aria-label="Other" value={other} onChange={({ target }) => setOther(target.value)} />
      </form>
      <AnswersPanel
        evidence={'evidence' in given ? given.evidence : evidence}
        onRetry={onRetry ?? null}
        written={`${text}\n${other}`}
        hint="Goes where your cursor is."
        onInsert={({ text: words }) => cursor.insert(words)}
      />
    </>
  );
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Feature');
const insert = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('a count and a quote go where the cursor is, with their numbers', async () => {
  render(<Form first="Tell them , daily" />);
  await userEvent.click(field());
  field().setSelectionRange(10, 10);
  await insert(/^Insert: Tell me by lunch/);
  expect(field().value).toBe('Tell them [#3 "Tell me by lunch what to bake."], daily');
  expect(document.activeElement).toBe(field());
  await insert(/^Insert: 22 of 35/);
  expect(field().value).toContain('bake."] 22 of 35 throw away bread every week, daily');
});

test('an answer whose words stand in the text is marked as used', () => {
  render(<Form first={'Plan the second batch [#17 "in two parts"]'} />);
  expect(screen.getByRole('button', { name: /^Insert again: We bake/ })).toBeDefined();
  expect(screen.getByRole('button', { name: /^Insert: Tell me/ })).toBeDefined();
});

test('without a cursor an answer goes into the first empty field', async () => {
  render(<Form first="Written" />);
  await insert(/^Insert: 22 of 35/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Other').value).toBe(
    '22 of 35 throw away bread every week',
  );
});

test('a search finds answers by their words and says when there is none', async () => {
  render(<Form />);
  const search = screen.getByRole('searchbox', { name: 'Search 40 answers' });
  await userEvent.type(search, 'BIN second');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'We bake in two parts. The second is the one we bin. #17',
  ]);
  await userEvent.type(search, ' cats');
  expect(screen.getByText('No answer holds these words.')).toBeDefined();
});

test('says that there are no answers, that they are read, and that reading them failed', async () => {
  const { rerender } = render(<Form evidence={null} />);
  expect(screen.getByText('No answers yet. Share a survey, and they appear here.')).toBeDefined();
  rerender(<Form evidence={undefined} />);
  expect(screen.getByText('Reading the answers…')).toBeDefined();
  const onRetry = vi.fn();
  rerender(<Form evidence={undefined} onRetry={onRetry} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
