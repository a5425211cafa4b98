import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { message } from '#shared/messages/catalogue.ts';
import {
  type Factor,
  figureProblem,
  type MarketFigures,
  marketSums,
  percentOf,
  pricesWithPeriod,
} from '#shared/rules/ideation/market-figures.ts';
import {
  lineLimit,
  type StageField,
  type StageForm,
  stageFields,
} from '#shared/rules/ideation/stage-fields.ts';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';
import { TextArea } from '#web/ui/controls/TextArea.tsx';

type StageFieldsProps = {
  stage: IdeationStage;
  values: StageForm;
  suggestions: Record<string, string[]>;
  /** Language that sums are worded in. */
  language: IdeaLanguage;
  isReadOnly: boolean;
  /** Also fields that were not left yet are checked. */
  isChecked: boolean;
  onChange: (name: string, lines: string[]) => void;
};

/** The fields of a stage that the founder writes: one question and one example each. */
export function StageFields({ stage, suggestions, values, language, ...common }: StageFieldsProps) {
  const [price = ''] = values.price ?? [];
  const suggestionsFor = ({ name }: StageField) =>
    name === 'price' ? pricesWithPeriod(price, language) : (suggestions[name] ?? []);
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      {stageFields[stage].map((field) => (
        <FieldLines
          key={field.name}
          {...common}
          field={field}
          lines={values[field.name] ?? []}
          suggestions={suggestionsFor(field)}
        />
      ))}
      {stage === 'MARKET_RESEARCH' ? <MarketSize values={values} language={language} /> : null}
    </div>
  );
}

/** The figure of a stage's form that can't be computed with; null where all can. */
export function wrongFigure(stage: IdeationStage, values: StageForm): string | null {
  const wrong = stageFields[stage].find((field) => problemOf(field, values[field.name] ?? []) !== null);
  return wrong?.name ?? null;
}

type FieldLinesProps = Pick<StageFieldsProps, 'isReadOnly' | 'isChecked' | 'onChange'> & {
  field: StageField;
  lines: string[];
  suggestions: string[];
};

function FieldLines({ field, lines, suggestions, isReadOnly, isChecked, onChange }: FieldLinesProps) {
  const { name, question, label, most } = field;
  const id = useId();
  const [wasLeft, setWasLeft] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const problem = wasLeft || isChecked ? problemOf(field, lines) : null;
  const offered = lines.filter((line) => line !== '').length < most || most === 1 ? suggestions : [];
  const left = offered.filter((words) => lines.every((line) => !line.includes(words)));

  function take(words: string) {
    flushSync(() => onChange(name, field.isFigure ? [words] : withWords(lines, words, most)));
    // The pressed button is gone; the keyboard goes on from the next one.
    const next = group.current?.querySelector<HTMLElement>('[data-suggestion]');
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (next) next.focus();
    else if (!isTouch) group.current?.querySelector<HTMLElement>('textarea')?.focus();
  }

  return (
    <div ref={group} className={clsx('min-w-0', !field.isHalf && 'sm:col-span-2')}>
      <p className="mb-1 flex items-baseline gap-2 text-[0.8125rem] leading-5 font-medium">
        <span id={id} className="min-w-0 wrap-anywhere">
          {question}
        </span>
        <span className="ml-auto shrink-0 text-meta font-normal text-faint">{label}</span>
      </p>
      <div className="grid gap-1">
        {shownLines(field, lines).map((line, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
            key={at}
            field={field}
            at={at}
            line={line}
            hasExample={at === lines.length}
            labelledBy={id}
            note={problem ? `${id}-note` : undefined}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange(name, Object.assign([...shownLines(field, lines)], { [at]: next }))}
            onLeave={() => setWasLeft(true)}
          />
        ))}
      </div>
      {problem ? (
        <p id={`${id}-note`} role="alert" className="mt-1 text-meta text-bad">
          {problem}
        </p>
      ) : null}
      {left.length > 0 && !isReadOnly ? <Suggestions suggestions={left} onTake={take} /> : null}
    </div>
  );
}

type LineProps = {
  field: StageField;
  at: number;
  line: string;
  hasExample: boolean;
  labelledBy: string;
  note: string | undefined;
  isReadOnly: boolean;
  onChange: (line: string) => void;
  onLeave: () => void;
};

function Line({ field, at, line, hasExample, labelledBy, note, isReadOnly, onChange, onLeave }: LineProps) {
  const { name, question, most, example, isFigure } = field;
  const isList = most > 1;
  return (
    <div className="relative isolate">
      {isList ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2 left-3 z-1 text-sm text-faint tabular-nums pointer-coarse:text-base"
        >
          {at + 1}
        </span>
      ) : null}
      <CitedTextArea
        name={name}
        {...(isList ? { 'aria-label': `${question} ${at + 1}` } : { 'aria-labelledby': labelledBy })}
        aria-invalid={note ? true : undefined}
        aria-describedby={note}
        dir="auto"
        maxLength={lineLimit}
        placeholder={hasExample ? `such as: ${example}` : undefined}
        readOnly={isReadOnly}
        value={line}
        onChange={({ target }) =>
          onChange(isList || isFigure ? target.value.replace(/\n/g, ' ') : target.value)
        }
        onKeyDown={isList || isFigure ? goToNext : undefined}
        onBlur={onLeave}
        className={clsx(isList && 'pl-8!', isFigure && 'tabular-nums')}
      />
      {name === 'share' && /\d\D+\d/.test(line) && percentOf(line) !== null ? (
        <span className="mt-1 block text-meta text-faint tabular-nums">{percentOf(line)} %</span>
      ) : null}
    </div>
  );
}

/** Return goes to the next field: these hold one line. */
function goToNext(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const fields = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLElement>('textarea:not(:disabled)') ?? []),
  ];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

type SuggestionsProps = { suggestions: string[]; onTake: (words: string) => void };

/** Good practice for any idea, as many lines as can be read at a glance. */
function Suggestions({ suggestions, onTake }: SuggestionsProps) {
  return (
    <ul className="mt-1.5 flex flex-wrap gap-1.5">
      {suggestions.slice(0, mostSuggestions).map((words) => (
        <li key={words} className="min-w-0">
          <button
            type="button"
            data-suggestion
            aria-label={`Add: ${words}`}
            // The cursor stays in its field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(words)}
            className="flex items-start gap-1 rounded-s bg-muted px-2 py-1 text-left text-meta text-soft wrap-anywhere hover:text-ink pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            <Plus size={13} aria-hidden="true" className="mt-0.75 shrink-0 pointer-coarse:mt-0" />
            <span dir="auto">{words}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const mostSuggestions = 3;

/** The lines with one more: in the first empty one, or behind the text of a field that takes one. */
function withWords(lines: string[], words: string, most: number): string[] {
  if (most > 1) {
    const at = lines.indexOf('');
    return at === -1 ? [...lines, words] : Object.assign([...lines], { [at]: words });
  }
  const [text = ''] = lines;
  const before = text.trim();
  if (before === '') return [words];
  return [`${before}${/[.!?…]$/.test(before) ? '' : '.'} ${words}`];
}

/** What is written and an empty line behind it, at least as many as the stage asks for. */
function shownLines({ most, shown }: StageField, lines: string[]): string[] {
  const length = Math.min(most, Math.max(shown, lines.length + 1));
  return Array.from({ length }, (_, at) => lines[at] ?? '');
}

const factors: Record<string, Factor> = {
  people: 'population',
  share: 'share',
  price: 'price',
  reach: 'reach',
};

function problemOf({ name, isFigure }: StageField, [value = '']: string[]): string | null {
  const factor = isFigure ? factors[name] : undefined;
  return factor ? figureNote(factor, value) : null;
}

/** Says why a market's figure can't be computed with; null where it can, and for a blank. */
export function figureNote(factor: Factor, value: string): string | null {
  const problem = figureProblem(factor, value);
  return problem && message(noteCodes[problem]).text;
}

const noteCodes = {
  'no-number': 'ideation_no_number',
  'no-share': 'ideation_no_share',
  'no-period': 'ideation_no_period',
} as const;

type MarketSizeProps = Pick<StageFieldsProps, 'values' | 'language'>;

/** The market as its figures make it, while they are typed. */
function MarketSize({ values, language }: MarketSizeProps) {
  const valueOfField = (name: string) => values[name]?.[0] ?? '';
  const figures: MarketFigures = {
    population: valueOfField('people'),
    share: valueOfField('share'),
    price: valueOfField('price'),
    reach: valueOfField('reach'),
  };
  const sums = marketSums(figures, language);
  return (
    <p role="status" className="-order-1 text-meta text-soft sm:col-span-2">
      <b className="block text-2xl leading-8 font-semibold tracking-tight text-ink tabular-nums">
        {sums ? sums.wholeTotal : '–'}
      </b>
      <span>{sums ? 'a year, the whole market (TAM).' : 'People × share × price a year.'}</span>
      <span>{sums?.reachableTotal ? ` Within your reach (SAM): ${sums.reachableTotal}.` : null}</span>
    </p>
  );
}

type CitedTextAreaProps = Omit<ComponentProps<'textarea'>, 'value'> & { value: string };

/** A line that grows with its text, with the citations in it marked. */
function CitedTextArea({ value, className, ...rest }: CitedTextAreaProps) {
  const parts = citedParts(value);
  return (
    <div className="relative rounded-s bg-card">
      {parts.some(({ kind }) => kind !== 'text') ? (
        <div
          aria-hidden="true"
          dir="auto"
          className={clsx(
            'pointer-events-none absolute inset-0 overflow-hidden px-3 py-2 text-sm leading-5 whitespace-pre-wrap text-transparent wrap-anywhere pointer-coarse:text-base',
            className,
          )}
        >
          {parts.map((part, at) =>
            part.kind === 'text' ? (
              part.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
              <mark key={at} className="rounded-[5px] bg-spark-wash text-transparent box-decoration-clone">
                {part.text}
              </mark>
            ),
          )}
        </div>
      ) : null}
      <TextArea
        rows={1}
        autoGrow
        value={value}
        {...rest}
        className={clsx('relative bg-transparent! leading-5 wrap-anywhere', className)}
      />
    </div>
  );
}
