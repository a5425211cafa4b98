import type { Ref } from 'react';
import { type IdeaReading, phraseLimit } from '#shared/contracts/reading.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';

export type Phrase = 'who' | 'trouble';

type ReadingBoxesProps = {
  reading: IdeaReading;
  onChange: (reading: IdeaReading) => void;
  isReadOnly?: boolean;
  /** People have answered about who and what: only the founder's own answer still changes. */
  isAnswered?: boolean;
  /** The box that must not stay empty. */
  missing?: Phrase | null;
  boxes?: Ref<HTMLDivElement>;
  className: string;
};

/** The three phrases that an idea was read into, each in a box. */
export function ReadingBoxes(props: ReadingBoxesProps) {
  const { reading, onChange, isReadOnly, isAnswered = false, missing, boxes, className } = props;
  return (
    <div ref={boxes} className={className}>
      {phrases.map(({ name, label, aside, example, problem }) => (
        <Field
          key={name}
          label={label}
          aside={aside}
          error={tooLong(reading[name]) ?? (missing === name ? problem : null)}
        >
          <TextInput
            name={name}
            dir="auto"
            autoComplete="off"
            readOnly={isReadOnly || (isAnswered && name !== 'solution')}
            placeholder={example}
            value={reading[name]}
            onChange={(event) => onChange({ ...reading, [name]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

/** Longer texts stay in their box and go nowhere. */
export function tooLong(phrase: string): string | null {
  const { length } = phrase.trim();
  return length > phraseLimit
    ? `That is ${length.toLocaleString()} characters. Please shorten it to ${phraseLimit}.`
    : null;
}

const phrases = [
  {
    name: 'who',
    label: 'Who has the problem?',
    aside: null,
    example: 'such as busy parents',
    problem: 'Name the people who have the problem.',
  },
  {
    name: 'trouble',
    label: 'What goes wrong?',
    aside: null,
    example: 'such as run out of time to shop',
    problem: 'Say what goes wrong.',
  },
  {
    name: 'solution',
    label: 'Your idea for it',
    aside: 'Only you see this',
    example: 'such as a weekly reminder',
    problem: null,
  },
] as const;
