import { type FormEvent, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NotSent } from '#web/ui/NotSent.tsx';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { addressKey } from './kept-keys.ts';
import type { NextStepProps } from './NextStep.tsx';
import { isAddressNeeded, ReplyAddressHelp } from './ReplyAddressHelp.tsx';
import { useKeptText } from './use-kept-text.ts';
import { usePosted } from './use-posted.ts';

type PostedFormProps = Pick<NextStepProps, 'userId' | 'conversation' | 'touched' | 'onActed'> & {
  /** What its button says. */
  action: string;
};

/** The owner says that the reply is there, and where; without an address it is looked for where that can be done. */
export function PostedForm({ userId, conversation, touched, onActed, action }: PostedFormProps) {
  const address = useKeptText(addressKey(userId, conversation.id), '');
  const field = useRef<HTMLInputElement>(null);
  const isNeeded = isAddressNeeded(conversation);
  const { busy, error, failure, isNotSeen, post, refuse } = usePosted(userId, conversation.id, touched, {
    onFound() {
      onActed();
      address.clear();
    },
    onElsewhere: () => field.current?.focus(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const url = address.text.trim();
    if (isNeeded && url === '') refuse('Paste the address of your reply first.');
    else post(url);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      <Field
        label={isNeeded ? addressLabel : <OptionalLabel>{addressLabel}</OptionalLabel>}
        error={error}
        help={<ReplyAddressHelp conversation={conversation} />}
        required={isNeeded}
      >
        <TextInput
          ref={field}
          type="url"
          inputMode="url"
          maxLength={2_000}
          value={address.text}
          onChange={(event) => address.change(event.target.value)}
        />
      </Field>
      {failure ? <NotSent what="Not saved." reason={failure} /> : null}
      <p role="status" className="text-meta text-soft empty:absolute">
        {isNotSeen ? notSeenWords(conversation) : null}
      </p>
      <div>
        <Button type="submit" busy={busy} busyText="Looking...">
          {action}
        </Button>
      </div>
    </form>
  );
}

const addressLabel = 'Address of your reply';

function notSeenWords(conversation: Conversation): string {
  const { title, text } = message('reply_not_seen');
  if (isAddressNeeded(conversation)) return `${title}. ${text}`;
  const goesOn = conversation.status === 'READY' ? ' We look for three days after it was approved.' : '';
  return `${title}. ${text}${goesOn} You can leave this page, or give us the address of your reply.`;
}
