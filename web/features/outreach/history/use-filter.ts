import { type RefObject, useState } from 'react';
import { useSettled } from '#web/ui/use-settled.ts';
import type { Chosen } from './HistoryFilters.tsx';
import type { HistoryFilter } from './use-conversations.ts';

const everything: Chosen = { campaign: '', status: '', source: '', search: '' };

/** What the owner asks for; the search follows what is typed in `field`. */
export function useFilter(field: RefObject<HTMLInputElement | null>) {
  const [chosen, setChosen] = useState(everything);
  const search = useSettled(chosen.search.trim());
  const filter: HistoryFilter = {
    ...(chosen.campaign === '' ? {} : { campaign: chosen.campaign }),
    ...(chosen.status === '' ? {} : { status: chosen.status }),
    ...(chosen.source === '' ? {} : { source: chosen.source }),
    ...(search === '' ? {} : { search }),
  };
  return {
    chosen,
    choose: (change: Partial<Chosen>) => setChosen((now) => ({ ...now, ...change })),
    clear() {
      setChosen(everything);
      field.current?.focus();
    },
    filter,
    isWhole: Object.keys(filter).length === 0 && chosen.search === '',
  };
}
