import { clsx } from 'clsx';
import { useState } from 'react';

/** About three lines on a wide screen. */
const longIdea = 180;

export function SurveyHeading({ idea, questions }: { idea: string; questions: number }) {
  const [open, setOpen] = useState(false);
  const long = idea.length > longIdea || idea.split('\n').length > 3;
  return (
    <header>
      <h1
        className={clsx(
          'text-title wrap-anywhere text-pretty whitespace-pre-line',
          long && !open && 'line-clamp-4',
        )}
      >
        Feedback for: <bdi>{idea}</bdi>
      </h1>
      {long ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-1 rounded-s py-1 font-medium text-spark-ink hover:underline pointer-coarse:py-3"
        >
          {open ? 'Show less' : 'Show the whole idea'}
        </button>
      ) : null}
      <p className="mt-2 text-soft">
        {questions === 1 ? 'One question' : `${questions} questions`}, to be answered from your own
        experience.
      </p>
    </header>
  );
}
