import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Survey, setSurveyAccess } from '#shared/contracts/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { showToast } from '#web/ui/toast.ts';
import { surveyQuery } from './survey-query.ts';

/** Lets strangers answer (design 7.6). It shows at once and goes back when the server refuses. */
export function PublicLinkSwitch({ surveyId }: { surveyId: string }) {
  const { data, isPending, error, refetch } = useQuery(surveyQuery(surveyId));
  const access = usePublicLink(surveyId);
  if (isPending)
    return (
      <Loading label="Loading who may answer">
        <Skeleton className="h-5 w-64 max-w-full" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState title="Who may answer could not be read." onRetry={() => refetch()}>
        {error?.message} The survey itself is safe.
      </ErrorState>
    );
  return (
    <Switch
      label="Anyone with the link can answer"
      help={
        data.publicLink
          ? 'People answer without an account.'
          : 'Off: people have to sign in before they can answer. Switch it on before you post the link to strangers.'
      }
      checked={data.publicLink}
      onChange={(event) => access.mutate(event.target.checked)}
    />
  );
}

function usePublicLink(surveyId: string) {
  const client = useQueryClient();
  const { queryKey } = surveyQuery(surveyId);
  const show = (publicLink: boolean) =>
    client.setQueryData<Survey>(queryKey, (survey) => survey && { ...survey, publicLink });
  return useMutation({
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
      showToast(message('access_failed'));
    },
  });
}
