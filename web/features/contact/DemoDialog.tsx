import { useEffect, useState } from 'react';
import { readConfig } from '#shared/contracts/config.ts';
import type { Delivery } from '#shared/contracts/contact.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { MailOutcome } from '#web/ui/MailOutcome.tsx';
import { DemoForm } from './DemoForm.tsx';
import { sentCodes, useDemo } from './use-demo.ts';

export type DemoDialogProps = { open: boolean; onClose: () => void };

/** Asks for a time; what is typed stays when it is closed, until it is sent. */
export function DemoDialog({ open, onClose }: DemoDialogProps) {
  const demo = useDemo();
  const { delivery } = demo;
  const close = () => {
    demo.startOver();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="s"
      title="Book a Demo"
      description={delivery ? undefined : description}
    >
      {delivery ? (
        <DemoOutcome delivery={delivery} onClose={close} />
      ) : (
        <DemoForm demo={demo} onCancel={close} />
      )}
    </Dialog>
  );
}

const description =
  'For half an hour, somebody of our team walks through the product with you. You get a calendar invitation, or another proposal, by e-mail.';

function DemoOutcome({ delivery, onClose }: { delivery: Delivery['delivery']; onClose: () => void }) {
  return (
    <MailOutcome
      plain
      delivery={delivery}
      told={message(sentCodes[delivery])}
      outboxUrl={useOutboxUrl()}
      action={<Button onClick={onClose}>Close</Button>}
    />
  );
}

/** Asked for here, because the landing page does without the cache that every other page has. */
function useOutboxUrl(): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    call(readConfig, {}).then(
      ({ outboxUrl }) => setUrl(outboxUrl),
      // What became of the request is told all the same.
      () => {},
    );
  }, []);
  return url;
}
