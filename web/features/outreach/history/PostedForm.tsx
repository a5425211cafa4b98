import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Conversation, confirmPosted } from '#shared/contracts/outreach/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { isLinkable, replyAddressHelp } from '#shared/rules/outreach/places/source-labels.ts';
import { call } from '#web/api/call.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { useDraftText } from '#web/features/outreach/use-draft-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { useConversationChange } from './use-conversations.ts';

type PostedFormProps = {
  userId: string;
  conversation: Conversation;
  /** Label of its button. */
  action: string;
};

/** The owner reports a posted reply; without an address the server looks for it where it can. */
export function PostedForm({ userId, conversation, action }: PostedFormProps) {
  const { id } = conversation;
  const address = useDraftText(draftKey(userId, `reply address ${id}`), 'The address of a reply', '');
  const field = useRef<HTMLInputElement>(null);
  const isNeeded = !conversation.replyFindable;
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, data, error, failure } = useConversationChange<string>(userId, id, {
    request: (url) => call(confirmPosted, { params: { id }, body: url === '' ? {} : { url } }),
    otherwise: () => 'conversation_change_failed',
    fieldErrors: aboutAddress,
    onChanged({ replyPostedUrl }, url) {
      if (replyPostedUrl === null) return showToast(message('reply_not_seen'));
      address.clear();
      showToast(message(url === '' ? 'reply_seen' : 'reply_linked'));
    },
    onFieldError: () => field.current?.focus(),
  });

  const problem = isMissing ? 'Paste the address of your reply first.' : error;
  const addressHelp = replyAddressHelp[conversation.source];

  function submit(event: FormEvent) {
    event.preventDefault();
    const url = address.text.trim();
    setMissing(isNeeded && url === '');
    if (isNeeded && url === '') field.current?.focus();
    else mutate(url);
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      <Field
        label={isNeeded ? addressLabel : <OptionalLabel>{addressLabel}</OptionalLabel>}
        // An error takes the help's place.
        error={problem && `${problem} ${addressHelp}`}
        help={
          <>
            <AddressUse conversation={conversation} /> <span className="block">{addressHelp}</span>
          </>
        }
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
        {data && data.replyPostedUrl === null ? notSeenLabel(conversation) : null}
      </p>
      <div>
        <Button type="submit" busy={isPending} busyText="Looking...">
          {action}
        </Button>
      </div>
    </form>
  );
}

const addressLabel = 'Address of your reply';

function notSeenLabel(conversation: Conversation): string {
  const { title, text } = message('reply_not_seen');
  if (!conversation.replyFindable) return `${title}. ${text}`;
  const goesOn = conversation.status === 'READY' ? ' We look for three days after it was approved.' : '';
  return `${title}. ${text}${goesOn} You can leave this page, or give us the address of your reply.`;
}

/** Effect of an empty address, or the reason to give one. */
function AddressUse({ conversation }: { conversation: Conversation }) {
  const { source, replyFindable } = conversation;
  if (replyFindable) return 'Leave it empty and we look for your reply there.';
  if (!isLinkable(source)) return 'We can’t look there: paste the address of your reply.';
  return (
    <>
      We can’t look without a linked account: paste the address of your reply.{' '}
      <Link to="/settings" className="font-medium text-spark-ink underline underline-offset-2">
        Link an account
      </Link>
    </>
  );
}

const aboutAddress = new Set<MessageCode>([
  'reply_url_invalid',
  'reply_url_elsewhere',
  'reply_url_thread',
  'reply_address_needed',
  'body_invalid',
]);
