import { useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';

export type Direction = 'up' | 'down';

/** Which question is open, and what adding, moving and removing do to the list. */
export function useQuestionEditing(
  questions: SurveyQuestion[],
  onChange: (questions: SurveyQuestion[]) => void,
) {
  const [editing, setEditing] = useState<{ index: number; moved: Direction | null } | null>(null);
  const [removed, setRemoved] = useState<{ question: SurveyQuestion; index: number } | null>(null);

  function remove(index: number) {
    const question = questions[index];
    if (!question) return;
    setRemoved({ question, index });
    setEditing(null);
    onChange(questions.toSpliced(index, 1));
  }

  function move(index: number, moved: Direction) {
    const to = moved === 'up' ? index - 1 : index + 1;
    const question = questions[index];
    if (!question || to < 0 || to >= questions.length) return;
    setEditing({ index: to, moved });
    onChange(questions.toSpliced(index, 1).toSpliced(to, 0, question));
  }

  function add() {
    setEditing({ index: questions.length, moved: null });
    onChange([...questions, { question: '', type: 'open-ended', options: null }]);
  }

  function undo() {
    if (!removed) return;
    setRemoved(null);
    setEditing(null);
    onChange(questions.toSpliced(removed.index, 0, removed.question));
  }

  return {
    editing,
    open: (index: number) => setEditing({ index, moved: null }),
    close: () => setEditing(null),
    change: (index: number, question: SurveyQuestion) => onChange(questions.with(index, question)),
    add,
    move,
    remove,
    /** Null when nothing was removed. */
    undo: removed && undo,
  };
}
