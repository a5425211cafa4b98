import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type MailKind,
  type MailSettings,
  readMailSettings,
  setMailSettings,
} from '#shared/contracts/mail-settings.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { failureToast } from '#web/api/failure-message.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** Mails of the account; each can be switched off but receipts. */
export function MailSettingsCard({ userId }: { userId: string }) {
  const { data, isPending, refetch, change } = useMailSettings(userId);
  return (
    <Card aria-label="Emails">
      <CardHeader title="Emails" text="Receipts always come." />
      {isPending ? <MailSkeleton /> : null}
      {data ? (
        <div className="mt-3 grid gap-1">
          {mails.map(({ kind, label, help }) => (
            <Switch
              key={kind}
              label={label}
              help={help}
              checked={data[kind]}
              onChange={(event) => change(kind, event.target.checked)}
            />
          ))}
        </div>
      ) : null}
      {!data && !isPending ? (
        <ErrorState
          title="Your mail settings could not be loaded."
          onRetry={() => void refetch()}
          className="mt-3"
        >
          Nothing has changed.
        </ErrorState>
      ) : null}
    </Card>
  );
}

const mails: { kind: MailKind; label: string; help?: string }[] = [
  { kind: 'surveyAnswers', label: 'Survey answers and verdicts' },
  { kind: 'requestReceived', label: 'Support request received' },
  { kind: 'answer', label: 'Answers from support' },
  { kind: 'waitingForYou', label: 'Questions from support' },
  { kind: 'resolved', label: 'Support request resolved' },
  {
    kind: 'answerOverdue',
    label: 'Late answers from support',
    help: 'With a request that you get back.',
  },
  { kind: 'paymentFailed', label: 'Failed payments' },
];

function MailSkeleton() {
  return (
    <Loading label="Loading your mail settings" className="mt-4">
      <div className="grid gap-4">
        {mails.map(({ kind }) => (
          <Skeleton key={kind} className="h-8 w-72 max-w-full" />
        ))}
      </div>
    </Loading>
  );
}

const saving = ['save-mail-settings'];

/** Mail settings of one account, updated optimistically. */
function useMailSettings(userId: string) {
  const client = useQueryClient();
  const queryKey = ['mail-settings', userId];
  const settings = useQuery({ queryKey, queryFn: () => call(readMailSettings, {}) });
  const show = (kind: MailKind, isOn: boolean) =>
    client.setQueryData<MailSettings>(queryKey, (known) => known && { ...known, [kind]: isOn });

  const change = useMutation({
    mutationKey: saving,
    // One after the other: each carries all of the settings.
    scope: { id: 'mail-settings' },
    mutationFn: ({ kind, isOn }: Switched) => {
      const known = client.getQueryData<MailSettings>(queryKey) ?? settings.data;
      // The button is only there once they are known.
      return call(setMailSettings, { body: { ...(known as MailSettings), [kind]: isOn } });
    },
    onMutate: async ({ kind, isOn }) => {
      await client.cancelQueries({ queryKey });
      show(kind, isOn);
    },
    onSuccess: (stored) => {
      // Switches pressed meanwhile are still being sent and not in this response.
      if (client.isMutating({ mutationKey: saving }) > 1) return;
      client.setQueryData(queryKey, stored);
      showToast(message('mail_settings_saved'));
    },
    onError: (_error, { kind, isOn }) => {
      show(kind, !isOn);
      showToast(failureToast('mail_settings_failed'));
    },
  });
  return { ...settings, change: (kind: MailKind, isOn: boolean) => change.mutate({ kind, isOn }) };
}

type Switched = { kind: MailKind; isOn: boolean };
