import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { exampleIdeas } from './example-ideas.data.ts';

type IdeaBoxProps = { onIdea: (idea: string) => void; onStart: () => void };

/** The idea in one sentence. Without React it keeps what is typed: see web/app/landing-start.ts. */
export function IdeaBox({ onIdea, onStart }: IdeaBoxProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const idea = field.current?.value.trim() ?? '';
    if (idea === '') onStart();
    else onIdea(idea);
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  function take(idea: string) {
    const typed = field.current?.value.trim() ?? '';
    // A sentence of the visitor's own stays in the field.
    const isOwn = typed !== '' && exampleIdeas.every((example) => example.idea !== typed);
    if (field.current && !isOwn) field.current.value = idea;
    onIdea(idea);
  }

  return (
    <>
      <form onSubmit={submit} className="mt-7 max-w-[34rem] rounded-l bg-card p-4 shadow-float">
        <label className="block text-meta text-soft">
          Your idea in one sentence
          {/* Uncontrolled: hydration must not touch what was typed before it. */}
          <textarea
            ref={field}
            rows={2}
            dir="auto"
            onKeyDown={submitOnEnter}
            className="mt-1 block w-full resize-none rounded-s bg-transparent text-lg text-ink"
          />
        </label>
        <Button type="submit" variant="primary" size="l" className="mt-3">
          Get started for Free
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap gap-3">
        {exampleIdeas.map(({ label, idea }) => (
          <Button key={label} onClick={() => take(idea)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
