import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { type Ability, formLineLimit } from '#shared/contracts/build-prompts.ts';
import { phraseLimit } from '#shared/contracts/reading.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { controlClass } from '#web/ui/controls/control-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import type { PromptForm } from './use-prompt-form.ts';

/** Name of a line's field, by its place. */
export const lineName = (index: number) => `line-${index + 1}`;

type FormQuestionsProps = {
  form: PromptForm;
  isReadOnly: boolean;
  /** Answers that can be attached now; others that a line holds are not shown. */
  held: Set<string> | null;
  /** The line that has answers and no words. */
  wordless: number | null;
  onLineFocus: (index: number) => void;
};

/** What no model guesses is asked: the one thing, what people can do with it, and what has to wait. */
export function FormQuestions({ form, isReadOnly, held, wordless, onLineFocus }: FormQuestionsProps) {
  const { answers, asks, change } = form;
  const id = useId();
  const box = (name: 'who' | 'trouble' | 'thing' | 'notYet') => ({
    name,
    dir: 'auto',
    autoComplete: 'off',
    readOnly: isReadOnly,
    maxLength: name === 'who' || name === 'trouble' ? phraseLimit : formLineLimit,
    value: answers[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: storable(target.value) }),
  });

  function changeLine(index: number, line: Ability) {
    change({ abilities: answers.abilities.map((other, place) => (place === index ? line : other)) });
  }

  return (
    <>
      {asks.who || asks.trouble ? (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {asks.who ? (
            <Field label="Who has the problem?">
              <TextInput {...box('who')} placeholder="for example: beekeepers" />
            </Field>
          ) : null}
          {asks.trouble ? (
            <Field label="What goes wrong?">
              <TextInput {...box('trouble')} placeholder="for example: lose track of their hives" />
            </Field>
          ) : null}
        </div>
      ) : null}
      <section>
        <label
          htmlFor={`${id}-thing`}
          className="mb-2 block text-[1.375rem] leading-7 font-semibold tracking-tight text-balance"
        >
          What one thing do people add or look at?
        </label>
        <TextInput
          {...box('thing')}
          id={`${id}-thing`}
          placeholder="for example: each hive, with its last check"
          className="h-12! px-4! text-lg!"
        />
      </section>
      <section aria-labelledby={`${id}-can`}>
        <p className="mb-2 text-[0.9375rem] leading-5">
          <span id={`${id}-can`} className="font-semibold">
            What can they do with it?
          </span>{' '}
          <span className="ml-1 text-meta text-faint">Up to five lines</span>
        </p>
        <div className="grid grid-cols-1 gap-1">
          {answers.abilities.map((line, index) => (
            <AbilityLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              key={index}
              line={line}
              number={index + 1}
              held={held}
              isReadOnly={isReadOnly}
              isWordless={wordless === index}
              onChange={(next) => changeLine(index, next)}
              onFocus={() => onLineFocus(index)}
            />
          ))}
        </div>
      </section>
      <Field label="Not yet">
        <TextInput {...box('notYet')} placeholder="for example: payments" />
      </Field>
    </>
  );
}

type AbilityLineProps = {
  line: Ability;
  number: number;
  held: Set<string> | null;
  isReadOnly: boolean;
  isWordless: boolean;
  onChange: (line: Ability) => void;
  onFocus: () => void;
};

function AbilityLine({ line, number, held, isReadOnly, isWordless, onChange, onFocus }: AbilityLineProps) {
  const note = useId();
  const attached = line.attached.filter((text) => held?.has(text) ?? true);
  return (
    <div>
      <div
        className={clsx(
          controlClass,
          'flex min-h-10 items-center gap-2 pl-3 focus-within:outline-2 focus-within:outline-offset-1',
          'focus-within:outline-spark pointer-coarse:min-h-11',
          isWordless && 'inset-ring-[1.5px] inset-ring-bad',
        )}
      >
        <span aria-hidden="true" className="w-3 shrink-0 text-faint tabular-nums">
          {number}
        </span>
        <input
          type="text"
          name={lineName(number - 1)}
          aria-label={`Line ${number}`}
          aria-invalid={isWordless ? true : undefined}
          aria-describedby={isWordless ? note : undefined}
          dir="auto"
          autoComplete="off"
          readOnly={isReadOnly}
          maxLength={formLineLimit}
          placeholder={number === 1 ? 'for example: mark a hive as checked' : undefined}
          value={line.text}
          onChange={({ target }) => onChange({ ...line, text: storable(target.value) })}
          onFocus={onFocus}
          onKeyDown={goToNext}
          // Clear of the answers, which open over the lower part on phones.
          className="h-full min-w-0 grow scroll-mt-4 bg-transparent py-2 outline-none max-md:scroll-mb-[calc(45dvh+4rem)]"
        />
        <span className="flex max-w-[60%] shrink-0 flex-wrap justify-end gap-1 py-1 pr-2 empty:hidden">
          {attached.map((text) => (
            <Attached
              key={text}
              text={text}
              isReadOnly={isReadOnly}
              onRemove={() => onChange({ ...line, attached: line.attached.filter((one) => one !== text) })}
            />
          ))}
        </span>
      </div>
      {isWordless ? (
        <p id={note} role="alert" className="mt-1 text-meta text-bad">
          Say what people can do here, or remove its answers.
        </p>
      ) : null}
    </div>
  );
}

/** Return leads to the next field: a line is one of a list, and half a list is not sent. */
function goToNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || isTyping(event.nativeEvent)) return;
  event.preventDefault();
  const fields = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[type="text"]') ?? []),
  ];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

type AttachedProps = { text: string; isReadOnly: boolean; onRemove: () => void };

/** An attached answer by its number, or a count; a click takes it off again. */
function Attached({ text, isReadOnly, onRemove }: AttachedProps) {
  const [, number] = text.match(/^\[(#\d+) /) ?? [];
  return (
    <button
      type="button"
      title={text}
      disabled={isReadOnly}
      aria-label={`Remove ${text}`}
      onClick={onRemove}
      className="group flex h-5 max-w-28 items-center gap-0.5 rounded-[5px] bg-spark-wash px-1.25 text-[11px] font-semibold text-spark-ink tabular-nums pointer-coarse:h-8"
    >
      <span className="truncate">{number ?? text}</span>
      <X size={10} aria-hidden="true" className="shrink-0 opacity-60 group-hover:opacity-100" />
    </button>
  );
}
