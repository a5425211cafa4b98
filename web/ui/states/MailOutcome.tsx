import { Clock, MailCheck, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { OutboxHint } from './OutboxHint.tsx';
import { Outcome } from './Outcome.tsx';

type MailOutcomeProps = {
  delivery: 'sent' | 'kept' | 'refused';
  notice: { title: string; text: string };
  /** Address of the outbox while no mail server is set up. */
  outboxUrl: string | undefined;
  action: ReactNode;
  /** Without a card around it, where it is inside one. */
  plain?: boolean | undefined;
};

const icons = { sent: MailCheck, kept: Clock, refused: MailX };

/** Result of a form that is sent as mail; it replaces the form and takes its focus. */
export function MailOutcome({ delivery, notice, outboxUrl, action, plain }: MailOutcomeProps) {
  return (
    <Outcome icon={icons[delivery]} {...notice} takesFocus plain={plain} action={action}>
      {delivery === 'refused' ? null : <OutboxHint href={outboxUrl} />}
    </Outcome>
  );
}
