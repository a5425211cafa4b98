import { type FormEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ideaLengthNote, ideaTooLong } from '#web/ui/idea/idea-length.ts';
import { MarkedIdea } from '#web/ui/idea/MarkedIdea.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { exampleIdeas } from './examples.data.ts';

type IdeaBoxProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The idea whose preview is on the page, with its phrases once they are read. */
  shown: { idea: string; reading: IdeaReading | null } | null;
  /** Label of the box's button. */
  button: string;
  /** Put into the box at first. */
  initial?: string;
  onIdea: (idea: string) => void;
  /** Not called for an example that takes the place of the visitor's own sentence, which stays the one to keep. */
  onEdit: (typed: string) => void;
  /** Sent without a word in it. */
  onEmpty: () => void;
};

/** The idea in one sentence, with examples. Without React it keeps what is typed: see web/app/landing-start.ts. */
export function IdeaBox({ field, shown, button, initial, onIdea, onEdit, onEmpty }: IdeaBoxProps) {
  const id = useId();
  /** The visitor's own sentence, while an example is in its place. */
  const [own, setOwn] = useState('');
  const [lengthNote, setLengthNote] = useState({ text: '', isProblem: false });
  const typed = () => field.current?.value.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    const idea = typed();
    if (!idea) return onEmpty();
    noteLength(idea);
    if (!ideaTooLong(idea)) onIdea(idea);
  }

  function noteLength(idea: string) {
    const problem = ideaTooLong(idea);
    setLengthNote({ text: problem ?? ideaLengthNote(idea) ?? '', isProblem: problem !== null });
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || isTyping(event.nativeEvent)) return;
    event.preventDefault();
    // Safari before 16 has no `requestSubmit`.
    event.currentTarget.form?.querySelector('button')?.click();
  }

  function put(idea: string) {
    if (field.current) field.current.value = idea;
    noteLength(idea);
  }

  function tryExample(idea: string) {
    const before = typed() ?? '';
    const isExample = exampleIdeas.some((example) => example.idea === before);
    const kept = isExample ? own : before;
    setOwn(kept);
    put(idea);
    if (kept === '') onEdit(idea);
    onIdea(idea);
  }

  function takeOwn() {
    setOwn('');
    put(own);
    onEdit(own);
    onIdea(own);
  }

  const marked = shown?.reading && typed() === shown.idea ? shown : null;
  const text =
    'col-start-1 row-start-1 text-lg leading-[max(1.625rem,2ex)] wrap-anywhere whitespace-pre-wrap';

  return (
    <>
      <form
        onSubmit={submit}
        className="rounded-[14px] bg-card p-3.5 pl-4.5 shadow-float ring-1 ring-edge focus-within:ring-2 focus-within:ring-spark"
      >
        <label htmlFor={id} className="block text-meta text-soft">
          Your idea in one sentence
        </label>
        <div className="mt-1 grid">
          {marked ? (
            <span aria-hidden="true" className={`${text} text-transparent`}>
              <MarkedIdea idea={field.current?.value ?? ''} reading={marked.reading} />
            </span>
          ) : null}
          {/* Uncontrolled: hydration must not touch what was typed before it. */}
          <textarea
            ref={field}
            id={id}
            rows={2}
            dir="auto"
            placeholder="An app that helps dog owners find trusted walkers nearby"
            onKeyDown={submitOnEnter}
            defaultValue={initial}
            aria-describedby={`${id}-length`}
            aria-invalid={lengthNote.isProblem ? true : undefined}
            onInput={(event) => {
              noteLength(event.currentTarget.value);
              onEdit(event.currentTarget.value);
            }}
            className={`${text} relative block w-full resize-none bg-transparent text-ink outline-none`}
          />
        </div>
        <p
          id={`${id}-length`}
          role={lengthNote.isProblem ? 'alert' : undefined}
          className={`mt-2 text-meta empty:hidden ${lengthNote.isProblem ? 'text-bad' : 'text-faint'}`}
        >
          {lengthNote.text}
        </p>
        <div className="mt-3 flex items-center justify-between gap-3">
          <span className="text-meta text-faint max-sm:hidden">
            <span>{shown ? 'Change it and press ' : null}</span>
            <kbd className="rounded-[5px] px-1.25 font-sans text-[0.71875rem] inset-ring inset-ring-line">
              Enter
            </kbd>
            <span>{shown ? null : ' shows your first questions'}</span>
          </span>
          <Button type="submit" variant={shown ? 'secondary' : 'primary'} size="l" className="max-sm:w-full">
            {button}
          </Button>
        </div>
      </form>
      <div className="mt-3.5 flex flex-wrap items-center gap-2">
        {own === '' ? null : <Button onClick={takeOwn}>Back to your sentence</Button>}
        <span className="text-meta text-faint">Try</span>
        {exampleIdeas.map(({ label, idea }) => (
          <button
            key={label}
            type="button"
            onClick={() => tryExample(idea)}
            className="h-7 rounded-full px-2.75 text-[0.8125rem] whitespace-nowrap text-soft inset-ring inset-ring-line transition-colors duration-100 hover:bg-muted hover:text-ink pointer-coarse:h-11"
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
