import { clsx } from 'clsx';
import { Check, ChevronDown, ChevronUp, Plus, Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { type AnswerItem, answerItems, isUsed } from '#shared/rules/surveys/answer-items.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';

type AnswersPanelProps = {
  /** Null where the idea has no survey with answers; undefined while that is not known. */
  evidence: AnswerEvidence | null | undefined;
  /** Reads the answers again after a failure; null where there was none. */
  onRetry: (() => void) | null;
  /** Language of the idea. */
  language?: IdeaLanguage;
  /** All that is written so far: what stands in it is marked as used. */
  written: string;
  /** The place that an answer goes to, such as "Goes where your cursor is." */
  hint: string;
  /** On phones it has opened, over the lower part. */
  onOpen?: () => void;
  onInsert: (item: AnswerItem) => void;
};

/**
 * "From your answers": the counts and quotes of the idea's survey, each put into a text by one click. On phones it opens
 * from below.
 */
export function AnswersPanel(props: AnswersPanelProps) {
  const { evidence, onRetry, language, written, hint, onOpen, onInsert } = props;
  const [isOpen, setOpen] = useState(false);
  const content = useId();
  const heading = useId();
  const items = evidence ? answerItems(evidence, language) : [];
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <aside aria-labelledby={heading} className={aside}>
      <div className={inside}>
        <h3 id={heading} className="text-meta font-medium max-md:sr-only">
          From your answers
        </h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => {
            // Drawn first: the form is longer with it.
            flushSync(() => setOpen(!isOpen));
            if (!isOpen) onOpen?.();
          }}
          className="flex h-11 w-full items-center gap-2 text-meta font-medium md:hidden"
        >
          <Plus size={14} aria-hidden="true" className="text-soft" />
          <span className="grow text-left">From your answers</span>
          <span className="font-normal text-faint tabular-nums">{evidence?.submissionCount ?? ''}</span>
          <Chevron size={14} aria-hidden="true" className="text-soft" />
        </button>
        <div
          id={content}
          className={clsx('max-md:max-h-[45dvh] max-md:overflow-y-auto', !isOpen && 'max-md:hidden')}
        >
          {items.length > 0 ? (
            <Items
              items={items}
              count={evidence?.submissionCount ?? 0}
              written={written}
              hint={hint}
              onInsert={onInsert}
            />
          ) : (
            <Without evidence={evidence} onRetry={onRetry} />
          )}
        </div>
      </div>
    </aside>
  );
}

/** A form with the panel beside it, from edge to edge of a dialog's content; null has no panel. */
export function WithAnswers({
  answers,
  children,
}: {
  answers: AnswersPanelProps | null;
  children: ReactNode;
}) {
  if (!answers) return children;
  return (
    <div className="grid md:grid-cols-[minmax(0,1fr)_17rem] md:gap-6">
      {children}
      <AnswersPanel {...answers} />
    </div>
  );
}

// In dark mode the muted tone lets through what is below; on phones the form scrolls there.
const aside =
  'min-w-0 bg-raised bg-[linear-gradient(var(--muted),var(--muted))] max-md:sticky max-md:-bottom-5 max-md:z-1 ' +
  'max-md:-mx-5 max-md:-mb-5 max-md:border-t max-md:border-line max-md:px-5 max-sm:rounded-t-m ' +
  'sm:max-md:-bottom-6 sm:max-md:-mx-6 sm:max-md:-mb-6 sm:max-md:px-6 md:-mt-4 md:-mr-6 md:-mb-6 md:border-l md:border-line';

// Below what stays above the form (`--above`), and as high as the dialog leaves it.
const inside =
  'md:sticky md:top-(--above,0px) md:max-h-[calc(90dvh-12rem)] md:overflow-y-auto md:pt-4 md:pr-3 md:pb-4 md:pl-4';

type ItemsProps = Pick<AnswersPanelProps, 'written' | 'hint' | 'onInsert'> & {
  items: AnswerItem[];
  count: number;
};

function Items({ items, count, written, hint, onInsert }: ItemsProps) {
  const [search, setSearch] = useState('');
  const terms = search.toLowerCase().split(/\s+/);
  const found = items.filter((item) => {
    const words = item.kind === 'count' ? item.text : `${item.quote} #${item.number}`;
    return terms.every((term) => words.toLowerCase().includes(term));
  });
  return (
    <>
      <p className="text-meta text-faint">{hint}</p>
      <div className="relative my-2">
        <Search
          size={14}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
        />
        <TextInput
          type="search"
          aria-label={`Search ${answers(count)}`}
          placeholder={`Search ${answers(count)}`}
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="h-8! pl-8! text-meta! pointer-coarse:h-11!"
        />
      </div>
      <ul className="divide-y divide-line">
        {found.slice(0, mostShown).map((item) => (
          <Item key={item.key} item={item} isUsed={isUsed(item, written)} onInsert={() => onInsert(item)} />
        ))}
      </ul>
      {found.length === 0 ? <p className="py-2 text-meta text-soft">No answer holds these words.</p> : null}
      {found.length > mostShown ? (
        <p className="py-2 text-meta text-faint">
          {(found.length - mostShown).toLocaleString()} more. Search to see them.
        </p>
      ) : null}
    </>
  );
}

const mostShown = 40;

type ItemProps = { item: AnswerItem; isUsed: boolean; onInsert: () => void };

function Item({ item, isUsed: used, onInsert }: ItemProps) {
  const Icon = used ? Check : Plus;
  return (
    <li
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_1.75rem] items-start gap-1 py-2 text-meta wrap-anywhere',
        'pointer-coarse:grid-cols-[minmax(0,1fr)_2.75rem]',
        used && 'text-faint',
      )}
    >
      <span className="line-clamp-6" dir="auto">
        <ItemWords item={item} isUsed={used} />
      </span>
      <button
        type="button"
        aria-label={`${used ? 'Insert again' : 'Insert'}: ${item.kind === 'count' ? item.text : item.quote.slice(0, 80)}`}
        title={used ? 'Used' : undefined}
        onClick={onInsert}
        // The cursor stays in its field.
        onMouseDown={(event) => event.preventDefault()}
        className="-mt-1 grid size-7 place-items-center rounded-s text-soft hover:bg-card hover:text-ink hover:inset-ring hover:inset-ring-line pointer-coarse:size-11 pointer-coarse:-mt-2"
      >
        <Icon size={14} aria-hidden="true" />
      </button>
    </li>
  );
}

function ItemWords({ item, isUsed: used }: Omit<ItemProps, 'onInsert'>): ReactNode {
  if (item.kind === 'count')
    return (
      <>
        <b className="font-semibold tabular-nums">{item.count}</b> {item.says}
      </>
    );
  return (
    <>
      <q className={clsx('[quotes:none]', !used && 'marker-pen')}>{item.quote}</q>{' '}
      <span className="rounded-[5px] bg-spark-wash px-1.25 py-px text-[11px] font-semibold text-spark-ink tabular-nums">
        #{item.number}
      </span>
    </>
  );
}

/** Why there is nothing to insert. */
function Without({ evidence, onRetry }: Pick<AnswersPanelProps, 'evidence' | 'onRetry'>) {
  if (onRetry)
    return (
      <div className="py-2 text-meta text-soft">
        <p>The answers could not be read. Your text is safe.</p>
        <Button onClick={onRetry} className="mt-2">
          Try again
        </Button>
      </div>
    );
  return (
    <p className="py-2 text-meta text-soft">
      {evidence === undefined
        ? 'Reading the answers…'
        : 'No answers yet. Share a survey, and they appear here.'}
    </p>
  );
}

function answers(count: number): string {
  return count === 1 ? '1 answer' : `${count.toLocaleString()} answers`;
}
