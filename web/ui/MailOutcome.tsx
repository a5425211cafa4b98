import { Clock, MailCheck, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { OutboxHint } from './OutboxHint.tsx';
import { Outcome } from './Outcome.tsx';

type MailOutcomeProps = {
  delivery: 'sent' | 'kept' | 'refused';
  told: { title: string; text: string };
  /** Where mail can be read while no mail server is set up. */
  outboxUrl: string | undefined;
  action: ReactNode;
  /** Without a card around it, where one would stand in another. */
  plain?: boolean | undefined;
};

const icons = { sent: MailCheck, kept: Clock, refused: MailX };

/** What became of a form that goes on as mail; it takes the focus from the form in whose place it stands. */
export function MailOutcome({ delivery, told, outboxUrl, action, plain }: MailOutcomeProps) {
  return (
    <Outcome icon={icons[delivery]} {...told} takesFocus plain={plain} action={action}>
      {delivery === 'refused' ? null : <OutboxHint href={outboxUrl} />}
    </Outcome>
  );
}
