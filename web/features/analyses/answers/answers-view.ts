import { useSearchParams } from 'react-router';
import {
  type SetApartReason,
  type SubmissionFilter,
  setApartReason,
} from '#shared/contracts/surveys/submissions.ts';

/** The part of all answers that is listed, as the address has it. */
export type AnswersView = {
  search: string;
  /** Slots of chosen options, at most one of each question. */
  options: number[];
  /** The place; '' for none known, null for all. */
  from: string | null;
  /** Answers that count, those that are set apart, or all that came with a contact. */
  show: 'counted' | 'apart' | 'contact';
  reason: SetApartReason | null;
  /** Number of an answer of the group that is shown. */
  group: string | null;
};

export const wholeView: AnswersView = {
  search: '',
  options: [],
  from: null,
  show: 'counted',
  reason: null,
  group: null,
};

/** True when nothing is searched or filtered. */
export function isWhole({ search, options, from, show }: AnswersView): boolean {
  return search === '' && options.length === 0 && from === null && show === 'counted';
}

/** The view of the address, and how to change it; an opened answer goes with the old view. */
export function useAnswersView(): [AnswersView, (view: AnswersView) => void] {
  const [params, setParams] = useSearchParams();
  const { data: reason } = setApartReason.safeParse(params.get('reason'));
  const show = params.get('show');
  const view: AnswersView = {
    search: params.get('q') ?? '',
    options: (params.get('options') ?? '').split(',').filter(isNumber).map(Number),
    from: params.get('from'),
    show: show === 'apart' || show === 'contact' ? show : 'counted',
    reason: reason ?? null,
    group: [params.get('group') ?? ''].find(isNumber) ?? null,
  };
  return [view, (next) => setParams(paramsOf(next), { replace: true, preventScrollReset: true })];
}

function paramsOf({ search, options, from, show, reason, group }: AnswersView): Record<string, string> {
  return {
    ...(search && { q: search }),
    ...(options.length > 0 && { options: options.join() }),
    ...(from !== null && { from }),
    ...(show !== 'counted' && { show }),
    ...(reason && { reason }),
    ...(group && { group }),
  };
}

/** The view as the server takes it. */
export function filterOf({ search, options, from, show, reason, group }: AnswersView): SubmissionFilter {
  return {
    search: search || undefined,
    options: options.join() || undefined,
    from: from ?? undefined,
    apart: show === 'contact' ? undefined : show === 'apart' ? 'true' : 'false',
    contact: show === 'contact' ? 'true' : undefined,
    reason: reason ?? undefined,
    group: group ?? undefined,
  };
}

function isNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
