import { Clock, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { OutboxHint } from '#web/ui/OutboxHint.tsx';
import { Outcome } from '#web/ui/Outcome.tsx';
import { ContactForm } from './ContactForm.tsx';
import { sentCodes, useContact } from './use-contact.ts';

const icons = { sent: MailCheck, kept: Clock };

/** The contact form, and after it what became of the message. */
export function Contact() {
  const contact = useContact();
  const { data: config } = useConfig();
  const { delivery } = contact;
  const [isAnother, setIsAnother] = useState(false);
  if (!delivery) {
    return (
      <Card className="sm:p-6">
        <ContactForm contact={contact} takesFocus={isAnother} />
      </Card>
    );
  }
  const writeAnother = () => {
    setIsAnother(true);
    contact.writeAnother();
  };
  const { title, text } = message(sentCodes[delivery]);
  return (
    <Outcome
      icon={icons[delivery]}
      title={title}
      text={text}
      takesFocus
      action={<Button onClick={writeAnother}>Write another message</Button>}
    >
      <OutboxHint href={config?.outboxUrl} />
    </Outcome>
  );
}
