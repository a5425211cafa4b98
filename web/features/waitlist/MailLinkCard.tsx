import { Check, Link2Off, MailQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Outcome } from '#web/ui/Outcome.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useLinkAnswer } from './use-link-answer.ts';
import type { MailLink } from './use-mail-link.ts';

type MailLinkCardProps = {
  link: MailLink;
  /** What helps when the link is not known. */
  otherwise: ReactNode;
};

/** Confirms on sight; unsubscribing asks first, because mail scanners open links and run their scripts. */
export function MailLinkCard({ link, otherwise }: MailLinkCardProps) {
  const { answer, send } = useLinkAnswer(link);
  const confirm = useEffectEvent(() => {
    if (link.purpose === 'confirm') send();
  });
  useEffect(() => confirm(), []);

  switch (answer.state) {
    case 'done':
      return <Outcome icon={Check} title={answer.told.title} text={answer.told.text} takesFocus />;
    case 'invalid':
      return (
        <div className="grid gap-4">
          <Outcome icon={Link2Off} title={answer.told.title} text={answer.told.text} takesFocus />
          {otherwise}
        </div>
      );
    case 'failed':
      return (
        <ErrorState title={failedTitles[link.purpose]} onRetry={send}>
          {answer.reason}
        </ErrorState>
      );
    default:
      return link.purpose === 'confirm' ? (
        <Confirming />
      ) : (
        <AskToLeave busy={answer.state === 'busy'} onLeave={send} />
      );
  }
}

const failedTitles = {
  confirm: 'Your address is not confirmed yet',
  unsubscribe: 'Your address is still on the list',
};

function Confirming() {
  return (
    <Card role="status" className="flex items-center gap-3 text-soft sm:p-6">
      <Spinner />
      Confirming your address…
    </Card>
  );
}

function AskToLeave({ busy, onLeave }: { busy: boolean; onLeave: () => void }) {
  return (
    <Outcome
      icon={MailQuestionMark}
      title="Leave the list?"
      text="Your address is taken off Startup Social’s list, and you get no more mail from it."
      action={
        <Button variant="primary" busy={busy} busyText="Unsubscribing..." onClick={onLeave}>
          Unsubscribe
        </Button>
      }
    />
  );
}
