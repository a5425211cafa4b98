import { Check, Link2Off, MailQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Outcome } from '#web/ui/Outcome.tsx';
import { useLinkAnswer } from './use-link-answer.ts';
import type { MailLink } from './use-mail-link.ts';

type MailLinkCardProps = {
  link: MailLink;
  /** What helps when the link is not known. */
  otherwise: ReactNode;
};

/** Asks before it does what the link is for, because mail scanners open links and run their scripts. */
export function MailLinkCard({ link, otherwise }: MailLinkCardProps) {
  const { answer, send } = useLinkAnswer(link);
  const { title, text, yes, busy, failed } = texts[link.purpose];
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
        <ErrorState title={failed} onRetry={send}>
          {answer.reason}
        </ErrorState>
      );
    default:
      return (
        <Outcome
          icon={MailQuestionMark}
          title={title}
          text={text}
          action={
            <Button variant="primary" busy={answer.state === 'busy'} busyText={busy} onClick={send}>
              {yes}
            </Button>
          }
        />
      );
  }
}

const texts = {
  confirm: {
    title: 'Hear when it opens?',
    text: 'Your address is put on Startup Social’s list. You get one mail when it opens, and nothing else.',
    yes: 'Yes, tell me when it opens',
    busy: 'Confirming...',
    failed: 'Your address is not confirmed yet',
  },
  unsubscribe: {
    title: 'Leave the list?',
    text: 'Your address is taken off Startup Social’s list.',
    yes: 'Unsubscribe',
    busy: 'Unsubscribing...',
    failed: 'Your address is still on the list',
  },
};
