import { clsx } from 'clsx';
import { ChevronDown, Search, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SubmissionCounts } from '#shared/contracts/surveys/submissions.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { type AnswerColumn, leadColumn, placeName } from './answer-columns.ts';
import type { AnswersView } from './answers-view.ts';
import { reasonText } from './reasons.ts';

type FiltersProps = {
  columns: AnswerColumn[];
  counts: SubmissionCounts;
  view: AnswersView;
  onChange: (view: AnswersView) => void;
};

/** Search, the options of the question that decides, and what is set apart. */
export function AnswerFilters({ columns, counts, view, onChange }: FiltersProps) {
  const lead = leadColumn(columns);
  const apart = view.search === '' ? counts.apart : counts.found.apart;
  const isApart = view.show === 'apart';
  return (
    <div className="mt-4 mb-3 flex flex-wrap items-center gap-2 sm:mt-5">
      <SearchField view={view} counts={counts} onChange={onChange} />
      {lead ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
        <div role="group" aria-label={lead.title} className="hidden min-w-0 flex-wrap sm:flex">
          {lead.options.map(({ slot, name }) => (
            <Chip
              key={slot}
              isOn={view.options.includes(slot)}
              count={counts.slots[slot] ?? 0}
              onClick={() => onChange(toggleOption(view, lead, slot))}
            >
              {name}
            </Chip>
          ))}
        </div>
      ) : null}
      {lead ? (
        <div className="min-w-0 flex-1 sm:hidden">
          <OptionSelect column={lead} counts={counts} view={view} onChange={onChange} />
        </div>
      ) : null}
      <div className="min-w-0 flex-1 sm:hidden">
        <PlaceSelect counts={counts} view={view} onChange={onChange} />
      </div>
      {apart > 0 || isApart ? (
        <>
          <span aria-hidden="true" className="mx-1 hidden h-4 w-px bg-line sm:block" />
          <Chip
            isOn={isApart}
            count={apart}
            onClick={() =>
              onChange({ ...view, show: isApart ? 'counted' : 'apart', reason: null, group: null })
            }
          >
            Set apart
          </Chip>
        </>
      ) : null}
      {view.reason ? (
        <button
          type="button"
          onClick={() => onChange({ ...view, show: 'counted', reason: null, group: null })}
          className={clsx(chip, 'bg-muted text-ink')}
        >
          <span>{reasonText(view.reason)}</span>
          <X size={14} aria-label="Remove" />
        </button>
      ) : null}
    </div>
  );
}

function SearchField({ view, counts, onChange }: Omit<FiltersProps, 'columns'>) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(view.search);
  const settled = useSettled(typed.trim());
  const search = useEffectEvent((text: string) => {
    if (text !== view.search) onChange({ ...view, search: text });
  });
  useEffect(() => search(settled), [settled]);
  // A view that was chosen elsewhere brings its own search.
  const [shown, setShown] = useState(view.search);
  if (shown !== view.search) {
    setShown(view.search);
    if (view.search !== settled) setTyped(view.search);
  }
  useSlashKey(() => field.current?.focus());
  return (
    <div className="relative w-full sm:w-66">
      <Search
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
      />
      <TextInput
        ref={field}
        aria-label="Search answers"
        aria-keyshortcuts="/"
        placeholder="Search answers"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isTyping(event.nativeEvent)) setTyped('');
        }}
        className="pr-26 pl-8"
      />
      <span className="absolute inset-y-0 right-1 flex items-center gap-1 text-meta text-faint tabular-nums">
        <span role="status">{view.search === '' ? null : `${counts.listed.toLocaleString()} found`}</span>
        {typed === '' ? (
          <kbd className="mr-2 rounded-[5px] px-1.5 font-sans inset-ring inset-ring-line max-sm:hidden">
            /
          </kbd>
        ) : (
          <IconButton aria-label="Clear the search" className="size-8" onClick={() => setTyped('')}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** Calls when "/" is pressed, unless somebody is typing or a dialog is open. */
function useSlashKey(onSlash: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return;
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onSlash();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

type ChipProps = { isOn: boolean; count: number; onClick: () => void; children: ReactNode };

function Chip({ isOn, count, onClick, children }: ChipProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onClick} className={chip}>
      <bdi className="max-w-48 truncate">{children}</bdi>
      <span className="text-faint tabular-nums">{count.toLocaleString()}</span>
    </button>
  );
}

const chip =
  'inline-flex h-8 items-center gap-1.5 rounded-s px-2 text-[0.8125rem] text-soft transition-colors duration-100 ' +
  'hover:text-ink aria-pressed:bg-muted aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11';

/** At most one option of a question is chosen. */
function toggleOption(view: AnswersView, { options }: AnswerColumn, slot: number | null): AnswersView {
  const others = view.options.filter((one) => !options.some((option) => option.slot === one));
  const isOff = slot === null || view.options.includes(slot);
  return { ...view, options: isOff ? others : [...others, slot] };
}

type SelectProps = Omit<FiltersProps, 'columns'> & { isHead?: boolean };

/** Filters by the options of one question; in the table's head it looks like a heading. */
export function OptionSelect({
  column,
  counts,
  view,
  onChange,
  isHead,
}: SelectProps & { column: AnswerColumn }) {
  const chosen = column.options.find(({ slot }) => view.options.includes(slot));
  const Control = isHead ? HeadSelect : FieldSelect;
  return (
    <Control
      aria-label={`Filter by ${column.title}`}
      shown={chosen?.name ?? column.title}
      value={chosen?.slot ?? ''}
      onChange={(event) => {
        const { value } = event.target;
        const cleared = toggleOption(view, column, null);
        onChange(value === '' ? cleared : { ...cleared, options: [...cleared.options, Number(value)] });
      }}
    >
      <option value="">{column.title}</option>
      {column.options.map(({ slot, name }) => (
        <option key={slot} value={slot}>
          {`${name} (${(counts.slots[slot] ?? 0).toLocaleString()})`}
        </option>
      ))}
    </Control>
  );
}

export function PlaceSelect({ counts, view, onChange, isHead }: SelectProps) {
  const Control = isHead ? HeadSelect : FieldSelect;
  return (
    <Control
      aria-label="Filter by place"
      shown={view.from === null ? 'From' : placeName(view.from || null)}
      value={view.from === null ? '' : prefix + view.from}
      onChange={(event) => {
        const { value } = event.target;
        onChange({ ...view, from: value === '' ? null : value.slice(prefix.length) });
      }}
    >
      <option value="">From</option>
      {counts.places.map(({ name, count }) => (
        <option key={name ?? ''} value={prefix + (name ?? '')}>
          {`${placeName(name)} (${count.toLocaleString()})`}
        </option>
      ))}
    </Control>
  );
}

const prefix = 'place:';

type HeadSelectProps = ComponentProps<'select'> & { shown: string };

/** Looks like a heading: the browser's select lies over its text. */
function HeadSelect({ shown, ...rest }: HeadSelectProps) {
  return (
    <span className={headSelect}>
      <bdi className="truncate">{shown}</bdi>
      <ChevronDown size={12} aria-hidden="true" className="shrink-0" />
      <select {...rest} className="absolute inset-0 w-full cursor-pointer opacity-0" />
    </span>
  );
}

const headSelect =
  'relative inline-flex max-w-full items-center gap-1 rounded-s align-bottom hover:text-ink ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spark';

/** A select of its own on phones. */
function FieldSelect({ shown: _shown, ...rest }: HeadSelectProps) {
  return <Select {...rest} />;
}
