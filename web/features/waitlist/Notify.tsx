import { useEffect, useRef, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { HumanCheck } from '#web/ui/HumanCheck.tsx';
import { MailOutcome } from '#web/ui/MailOutcome.tsx';
import { NotSent } from '#web/ui/NotSent.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useNotify } from './use-notify.ts';

/** Registers an address for the one mail when Startup Social opens. */
export function Notify() {
  const notify = useNotify();
  const { data: config } = useConfig();
  const [isAnother, setIsAnother] = useState(false);
  if (!notify.isAsked) return <NotifyForm notify={notify} takesFocus={isAnother} />;
  const startOver = () => {
    setIsAnother(true);
    notify.startOver();
  };
  return (
    <MailOutcome
      delivery="sent"
      told={message('waitlist_joined')}
      outboxUrl={config?.outboxUrl}
      action={<Button onClick={startOver}>Use another address</Button>}
    />
  );
}

type NotifyFormProps = {
  notify: ReturnType<typeof useNotify>;
  /** It came by a button that is gone now, so it takes the focus. */
  takesFocus: boolean;
};

function NotifyForm({ notify, takesFocus }: NotifyFormProps) {
  const { email, error, failure, busy, signs, edit, submit } = notify;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <Card className="sm:p-6">
      <CardHeader title="Hear when it opens" text="One mail when it opens, and nothing else." />
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field
          label="Email"
          required
          error={error}
          help="We first send a link there, so that nobody else can put your address on the list."
        >
          <TextInput
            ref={input}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={320}
            value={email}
            readOnly={busy}
            onChange={(event) => edit(event.target.value)}
          />
        </Field>
        {failure ? <NotSent reason={failure} /> : null}
        <div>
          <Button type="submit" variant="primary" busy={busy} busyText="Sending...">
            Notify Me
          </Button>
        </div>
        <HumanCheck ref={signs} />
      </form>
    </Card>
  );
}
