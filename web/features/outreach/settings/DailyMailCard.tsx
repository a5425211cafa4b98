import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DailyMail, readDailyMail, setDailyMail } from '#shared/contracts/outreach/daily-mail.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { failureToast } from '#web/api/failure-message.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

type Change = { before: DailyMail; next: DailyMail };

/** Switches of the mails about campaigns; they show a change at once. */
export function DailyMailCard({ userId }: { userId: string }) {
  const client = useQueryClient();
  const queryKey = ['daily-mail', userId];
  const { data, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readDailyMail, { signal }),
  });
  const { mutate } = useMutation({
    scope: { id: 'daily-mail' },
    mutationFn: ({ next }: Change) => call(setDailyMail, { body: next }),
    async onMutate({ next }) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, next);
    },
    onSuccess: () => showToast(message('mail_settings_saved')),
    onError(_error, { before }) {
      client.setQueryData(queryKey, before);
      showToast(failureToast('mail_settings_failed'));
    },
  });
  return (
    <Card aria-label="Emails about campaigns">
      <CardHeader title="Emails about campaigns" />
      {data ? (
        <div className="mt-3 grid gap-4">
          <Switch
            label="Daily mail"
            help="New conversations, and what came of your replies."
            checked={data.isOn}
            onChange={({ target }) => mutate({ before: data, next: { ...data, isOn: target.checked } })}
          />
          <Switch
            label="Mail me when the first new conversations of a day are found"
            help="Within the hour, at most one a day."
            checked={data.atFirst}
            onChange={({ target }) => mutate({ before: data, next: { ...data, atFirst: target.checked } })}
          />
        </div>
      ) : null}
      {isPending ? (
        <Loading label="Loading your mail settings">
          <Skeleton className="h-8 w-56 max-w-full" />
        </Loading>
      ) : null}
      {!data && !isPending ? (
        <ErrorState title="The mail settings could not be loaded." onRetry={() => void refetch()}>
          Nothing has changed.
        </ErrorState>
      ) : null}
    </Card>
  );
}
