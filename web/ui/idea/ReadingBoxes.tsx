import type { Ref } from 'react';
import { type IdeaReading, phraseLimit } from '#shared/contracts/reading.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';

export type Phrase = 'who' | 'trouble' | 'solution';

type ReadingBoxesProps = {
  reading: IdeaReading;
  onChange: (reading: IdeaReading) => void;
  isReadOnly?: boolean;
  /** Shows one example in each empty box. */
  hasExamples?: boolean;
  /** The box that must not stay empty. */
  missing?: Phrase | null;
  boxes?: Ref<HTMLDivElement>;
  className: string;
};

/** The three phrases that an idea was read into, each in a box. */
export function ReadingBoxes(props: ReadingBoxesProps) {
  const { reading, onChange, isReadOnly, hasExamples, missing, boxes, className } = props;
  return (
    <div ref={boxes} className={className}>
      {phrases.map(({ name, label, example, problem }) => (
        <Field key={name} label={label} error={missing === name ? problem : null}>
          <TextInput
            name={name}
            dir="auto"
            autoComplete="off"
            maxLength={phraseLimit}
            readOnly={isReadOnly}
            placeholder={hasExamples ? `for example: ${example}` : undefined}
            value={reading[name]}
            onChange={(event) => onChange({ ...reading, [name]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

/** Says how many phrases are missing, or asks whether they are right. */
export function readingTitle(reading: IdeaReading): string {
  if (missingPhrase(reading) === null) return 'Is this right?';
  const empty = phrases.filter(({ name }) => name !== 'solution' && reading[name].trim() === '').length;
  return missingTitles[empty] ?? 'One thing is missing';
}

const missingTitles: Record<number, string> = { 2: 'Two things are missing' };

const phrases = [
  {
    name: 'who',
    label: 'Who has the problem?',
    example: 'busy parents',
    problem: 'Name the people who have the problem.',
  },
  {
    name: 'trouble',
    label: 'What goes wrong?',
    example: 'run out of time to shop',
    problem: 'Say what goes wrong.',
  },
  {
    name: 'solution',
    label: 'Your idea for it',
    example: 'a weekly reminder',
    problem: '',
  },
] as const;
