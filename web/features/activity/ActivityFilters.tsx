import type { RefObject } from 'react';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { readTotals } from '#shared/contracts/trails.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { ActivityFilter } from './activity-page.ts';

type ActivityFiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (search: string) => void;
  filter: ActivityFilter;
  onFilter: (filter: ActivityFilter) => void;
  /** Undefined while nobody knows how many there are, and while a search would make them untrue. */
  totals: Output<typeof readTotals.reply> | undefined;
};

export function ActivityFilters(props: ActivityFiltersProps) {
  const { field, search, onSearch, filter, onFilter, totals } = props;
  const counts: Record<ActivityFilter, number | undefined> = {
    all: totals && totals.ideations + totals.analyses + totals.jobs,
    ideation: totals?.ideations,
    analysis: totals?.analyses,
    job: totals?.jobs,
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2.5 px-4 pb-3.5 sm:px-5">
      <Field label="Search your activities" className="min-w-0 flex-[1_1_12rem]">
        <TextInput
          ref={field}
          type="search"
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="[&::-webkit-search-cancel-button]:grayscale"
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
        {filters.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            onClick={() => onFilter(name)}
            className={buttonClass(
              { variant: 'quiet' },
              'px-2.5! aria-pressed:bg-muted aria-pressed:text-ink',
            )}
          >
            {title}
            {counts[name] === undefined ? null : (
              <span className="text-meta text-faint tabular-nums">{counts[name].toLocaleString()}</span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}

const filters: { name: ActivityFilter; title: string }[] = [
  { name: 'all', title: 'All' },
  { name: 'ideation', title: 'Ideation' },
  { name: 'analysis', title: 'Survey results' },
  { name: 'job', title: 'Support requests' },
];
