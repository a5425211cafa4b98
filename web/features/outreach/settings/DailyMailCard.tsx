import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readDailyMail, setDailyMail } from '#shared/contracts/daily-mail.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { Card } from '#web/ui/Card.tsx';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** Switch of the daily mail about campaigns; it shows a change at once. */
export function DailyMailCard({ userId }: { userId: string }) {
  const client = useQueryClient();
  const queryKey = ['daily-mail', userId];
  const { data, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readDailyMail, { signal }),
  });
  const { mutate } = useMutation({
    scope: { id: 'daily-mail' },
    mutationFn: (isOn: boolean) => call(setDailyMail, { body: { isOn } }),
    async onMutate(isOn) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { isOn });
    },
    onSuccess: () => showToast(message('mail_settings_saved')),
    onError(_error, isOn) {
      client.setQueryData(queryKey, { isOn: !isOn });
      showToast(message('mail_settings_failed'));
    },
  });
  return (
    <Card aria-label="Daily mail">
      {data ? (
        <Switch
          label="Daily mail"
          help="New conversations, and what came of your replies."
          checked={data.isOn}
          onChange={(event) => mutate(event.target.checked)}
        />
      ) : null}
      {isPending ? (
        <Loading label="Loading your mail settings">
          <Skeleton className="h-8 w-56 max-w-full" />
        </Loading>
      ) : null}
      {!data && !isPending ? (
        <ErrorState title="The daily mail could not be loaded." onRetry={() => void refetch()}>
          Nothing has changed.
        </ErrorState>
      ) : null}
    </Card>
  );
}
