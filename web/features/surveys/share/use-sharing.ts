import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Survey, setSurveyAccess } from '#shared/contracts/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { call } from '#web/api/call.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';

export type Sharing = ReturnType<typeof useSharing>;

/**
 * Passing a stored survey on, which opens it to anybody with its link (design 7.6): a link that strangers can't open is
 * no use to them. One toast says so and leads back.
 * @param isStored false while the server does not have the survey.
 */
export function useSharing(surveyId: string, isStored = true) {
  const client = useQueryClient();
  const { queryKey } = surveyQuery(surveyId);
  const { data } = useQuery({ ...surveyQuery(surveyId), enabled: isStored });
  const show = (publicLink: boolean) =>
    client.setQueryData<Survey>(queryKey, (survey) => survey && { ...survey, publicLink });
  const access = useMutation({
    scope: { id: `access ${surveyId}` },
    networkMode: 'always',
    mutationFn: (publicLink: boolean) =>
      call(setSurveyAccess, { params: { surveyId }, body: { publicLink } }),
    onMutate: async (publicLink) => {
      await client.cancelQueries({ queryKey });
      show(publicLink);
    },
    onSuccess: (survey) => client.setQueryData(queryKey, survey),
    onError: (_error, publicLink) => {
      show(!publicLink);
      void client.invalidateQueries({ queryKey });
    },
  });
  const isPublic = data?.publicLink;

  async function set(publicLink: boolean, { done, failed = message('access_failed') }: Outcomes = {}) {
    try {
      await access.mutateAsync(publicLink);
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
