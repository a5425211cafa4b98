import { useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { MailOutcome } from '#web/ui/MailOutcome.tsx';
import { ContactForm } from './ContactForm.tsx';
import { sentCodes, useContact } from './use-contact.ts';

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
  return (
    <MailOutcome
      delivery={delivery}
      told={message(sentCodes[delivery])}
      outboxUrl={config?.outboxUrl}
      action={<Button onClick={writeAnother}>Write another message</Button>}
    />
  );
}
