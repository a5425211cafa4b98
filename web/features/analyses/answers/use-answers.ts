import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CountedGroup,
  countGroup,
  countSubmissions,
  deleteSubmission,
  listSubmissions,
  readSubmission,
  type SubmissionFilter,
  setGroupApart,
  setSubmissionCounted,
} from '#shared/contracts/surveys/submissions.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

/** Answers of one page. */
export const pageSize = 50;

const keyOf = (surveyId: string) => ['submissions', surveyId];

/** One page of the owner's answers, newest first, after the one that `before` names. */
export function useAnswerPage(surveyId: string, filter: SubmissionFilter, before?: string, limit = pageSize) {
  return useQuery({
    queryKey: [...keyOf(surveyId), 'page', filter, before, limit],
    queryFn: ({ signal }) =>
      call(listSubmissions, { params: { surveyId }, query: { ...filter, before, limit }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAnswerCounts(surveyId: string, filter: SubmissionFilter = {}, enabled = true) {
  return useQuery({
    queryKey: [...keyOf(surveyId), 'counts', filter],
    queryFn: ({ signal }) => call(countSubmissions, { params: { surveyId }, query: filter, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useAnswer(surveyId: string, number: string) {
  return useQuery({
    queryKey: [...keyOf(surveyId), 'one', number],
    queryFn: () => call(readSubmission, { params: { surveyId, number } }),
  });
}

type Change = { number: number; to: 'counted' | 'apart' | 'deleted' };

/** Counts an answer, sets it apart or deletes it; the first two can be undone in their toast. */
export function useAnswerChange(surveyId: string) {
  const refresh = useRefresh(surveyId);
  const change = useMutation({
    mutationFn: async ({ number, to }: Change) => {
      const params = { surveyId, number: String(number) };
      if (to === 'deleted') await call(deleteSubmission, { params });
      else await call(setSubmissionCounted, { params, body: { counted: to === 'counted' } });
    },
    onSuccess: (_, { number, to }) => {
      if (to === 'deleted') return showToast(message('answer_deleted', { number }));
      const back = to === 'counted' ? 'apart' : 'counted';
      const done = message(to === 'counted' ? 'answer_counted' : 'answer_set_apart', { number });
      const action = { label: 'Undo', run: () => change.mutate({ number, to: back }) };
      return showToast({ ...done, action });
    },
    onError: fail,
    onSettled: (_done, error, { number, to }) => refresh(to === 'deleted' && !error ? number : null),
  });
  return change;
}

/** Counts all of a group at once; Undo sets them apart again. */
export function useGroupCount(surveyId: string) {
  const refresh = useRefresh(surveyId);
  const undo = useMutation({
    mutationFn: (group: CountedGroup) => call(setGroupApart, { params: { surveyId }, body: group }),
    onSuccess: ({ setApart }) => showToast(message('group_set_apart', { count: setApart.toLocaleString() })),
    onError: fail,
    onSettled: () => refresh(),
  });
  return useMutation({
    mutationFn: (number: number) => call(countGroup, { params: { surveyId }, body: { number } }),
    onSuccess: (group) => {
      const done = message('group_counted', { count: group.counted.length.toLocaleString() });
      showToast({ ...done, action: { label: 'Undo', run: () => undo.mutate(group) } });
    },
    onError: fail,
    onSettled: () => refresh(),
  });
}

function fail(error: Error): void {
  showToast(message('answer_change_failed', { message: error.message }));
}

/** The list and the verdict follow what changed; an answer that is gone is not asked for again. */
function useRefresh(surveyId: string) {
  const client = useQueryClient();
  return (gone: number | null = null) => {
    const isThere = ({ queryKey: [, , kind, number] }: { queryKey: readonly unknown[] }) =>
      kind !== 'one' || number !== String(gone);
    void client.invalidateQueries({ queryKey: keyOf(surveyId), predicate: isThere });
    void client.invalidateQueries({ queryKey: ['analysis', surveyId] });
  };
}
