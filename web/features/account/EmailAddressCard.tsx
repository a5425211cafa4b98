import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { OutboxHint } from '#web/ui/OutboxHint.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { useEmailProof } from './use-email-proof.ts';

/** The address of the account, and whether it is confirmed. */
export function EmailAddressCard({ user }: { user: User }) {
  const { isConfirmed, isPending, refetch, state, sendLink } = useEmailProof(user);
  return (
    <Card aria-label="E-mail address">
      <CardHeader title="E-mail address" />
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 wrap-anywhere">{user.email}</span>
        {isConfirmed === undefined ? null : (
          <Badge tone={isConfirmed ? 'good' : 'warn'}>
            {isConfirmed ? 'Confirmed' : 'Not confirmed yet'}
          </Badge>
        )}
      </p>
      {isPending ? (
        <Loading label="Looking whether it is confirmed" className="mt-3">
          <Skeleton className="h-4 w-56 max-w-full" />
        </Loading>
      ) : null}
      {isConfirmed === undefined && !isPending ? (
        <ErrorState
          title="We could not look whether it is confirmed."
          onRetry={() => void refetch()}
          className="mt-3"
        >
          Your account works as before.
        </ErrorState>
      ) : null}
      {isConfirmed === false ? (
        <>
          <p className="mt-2 text-soft">
            Confirming shows that the address is yours. Everything you bought and made works without it, too.
          </p>
          <Button
            onClick={() => void sendLink()}
            busy={state === 'busy'}
            busyText="Sending..."
            className="mt-3"
          >
            {state === 'sent' ? 'Send the link again' : 'Send the confirmation link'}
          </Button>
          {state === 'sent' ? <SentNote /> : null}
        </>
      ) : null}
    </Card>
  );
}

function SentNote() {
  const { data: config } = useConfig();
  return (
    <div role="status" className="mt-3 rounded-s bg-muted px-3.5 py-3 text-soft">
      <p>{message('email_link_sent').text} It asks once more before it confirms.</p>
      <OutboxHint href={config?.outboxUrl} />
    </div>
  );
}
