import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Survey,
  type SurveySettings,
  setSurveyAccess,
  setSurveySettings,
} from '#shared/contracts/surveys/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { call } from '#web/api/call.ts';
import { failureToast } from '#web/api/failure-message.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import { savingKey } from '#web/drafts/unsent.ts';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';

export type Sharing = ReturnType<typeof useSharing>;

/**
 * Passing a stored survey on, which opens it to anybody with its link (design 7.6): a link that strangers can't open is
 * no use to them. One toast says so and leads back.
 * @param isStored false while the server does not have the survey.
 */
export function useSharing(surveyId: string, isStored = true) {
  const { survey, change } = useSurveyChange(surveyId, isStored);
  const isPublic = survey?.publicLink;

  async function set(publicLink: boolean, { done, failed = message('access_failed') }: Outcomes = {}) {
    try {
      await change({ publicLink });
      if (done) showToast(done);
    } catch {
      showToast(failed);
    }
  }

  return {
    isStored,
    /** Undefined while the survey is loading, and where it could not be loaded. */
    isPublic,
    set,
    /** Opens the survey, unless it is open, and shows the toast once it is; Undo only where it was private. */
    share(done: Message, { undoLabel = 'Undo', failed }: ShareDetails = {}) {
      if (isPublic) return showToast(done);
      const action = { label: undoLabel, run: () => set(false) };
      return set(true, { done: isPublic === false ? { ...done, action } : done, failed });
    },
  };
}

type Outcomes = { done?: ToastContent; failed?: Message | undefined };
type ShareDetails = { undoLabel?: string; failed?: Message };

/** Settings of a stored survey, each changed by itself and at once. */
export function useSurveySettings(surveyId: string, isStored = true) {
  const { survey, change } = useSurveyChange(surveyId, isStored);
  return {
    /** Undefined while the survey is loading, and where the server does not have it. */
    settings: survey,
    change: (settings: SurveySettings) =>
      void change(settings).catch(() => showToast(failureToast('access_failed'))),
  };
}

type SurveyChange = SurveySettings & { publicLink?: boolean };

/** The stored survey, and a change of it that shows at once and goes back when the server refuses it. */
function useSurveyChange(surveyId: string, isStored: boolean) {
  const client = useQueryClient();
  const { queryKey } = surveyQuery(surveyId);
  const { data: survey } = useQuery({ ...surveyQuery(surveyId), enabled: isStored });
  const show = (change: SurveyChange) =>
    client.setQueryData<Survey>(queryKey, (known) => known && { ...known, ...change });
  const { mutateAsync } = useMutation({
    mutationKey: savingKey,
    scope: { id: `access ${surveyId}` },
    networkMode: 'always',
    mutationFn: ({ publicLink, ...settings }: SurveyChange) =>
      publicLink === undefined
        ? call(setSurveySettings, { params: { surveyId }, body: settings })
        : call(setSurveyAccess, { params: { surveyId }, body: { publicLink } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Survey>(queryKey);
      show(change);
      return before;
    },
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
    onError: (_error, change, before) => {
      if (change.publicLink !== undefined) show({ publicLink: !change.publicLink });
      else if (before) client.setQueryData(queryKey, before);
      void client.invalidateQueries({ queryKey });
    },
  });
  return { survey, change: mutateAsync };
}
