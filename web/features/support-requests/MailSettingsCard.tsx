import type { MailKind } from '#shared/contracts/mail-settings.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { useMailSettings } from './use-mail-settings.ts';

/** Which mails the account gets (each can be switched off but receipts). */
export function MailSettingsCard({ userId }: { userId: string }) {
  const { data, isPending, refetch, change } = useMailSettings(userId);
  return (
    <Card aria-label="Mail">
      <CardHeader
        title="Mail"
        text="Receipts for payments always come, and so do links that you ask for, like one to set a new password."
      />
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

const mails: { kind: MailKind; label: string; help: string }[] = [
  {
    kind: 'requestReceived',
    label: 'Request received',
    help: 'We have your support request, and when its first answer is due.',
  },
  { kind: 'answer', label: 'Answers', help: 'Somebody answered your request, with a link to answer back.' },
  {
    kind: 'waitingForYou',
    label: 'Questions for you',
    help: 'We need something from you before we can go on.',
  },
  { kind: 'resolved', label: 'Resolved', help: 'Your request is resolved.' },
  {
    kind: 'promiseBroken',
    label: 'Late answers',
    help: 'A first answer missed its promised time, and you got a request back for it.',
  },
  {
    kind: 'paymentFailed',
    label: 'Failed payments',
    help: 'A payment for your subscription did not go through.',
  },
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
