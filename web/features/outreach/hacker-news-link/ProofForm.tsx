import type { FormEvent, RefObject } from 'react';
import type { HackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Refused } from '#web/features/outreach/settings/Refused.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { CodeStep } from './CodeStep.tsx';

type TypedName = {
  value: string;
  error: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  /** It is being sent. */
  isFixed: boolean;
};

type ProofFormProps = {
  link: HackerNewsLink;
  name: TypedName;
  onName: (typed: string) => void;
  busy: boolean;
  failure: string | undefined;
  onCheck: () => void;
};

/** The three steps of the proof. */
export function ProofForm({ link, name, onName, busy, failure, onCheck }: ProofFormProps) {
  const { code, forumUrl } = link;
  const { host } = new URL(forumUrl);
  const username = name.value.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    onCheck();
  }
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <ol className="grid list-decimal grid-cols-1 gap-5 pl-5 marker:font-medium">
        <li className="pl-1">
          <NameField host={host} name={name} onName={onName} />
        </li>
        <li className="pl-1">
          <CodeStep code={code}>
            <OutsideLink address={profileOf(forumUrl, username)}>
              {username === '' ? `Open ${host}` : 'Open your profile'}
            </OutsideLink>
          </CodeStep>
        </li>
        <li className="pl-1">
          <p className="font-medium">Press Check</p>
          <p className="text-soft">We look into your public profile. It can take a minute until it shows.</p>
          <div className="mt-2 grid grid-cols-1 gap-2">
            <div>
              <Button type="submit" variant="primary" busy={busy} busyText="Checking...">
                Check
              </Button>
            </div>
            {failure ? <Refused what="Not linked." reason={failure} /> : null}
          </div>
        </li>
      </ol>
    </form>
  );
}

type NameFieldProps = Pick<ProofFormProps, 'name' | 'onName'> & { host: string };

function NameField({ host, name, onName }: NameFieldProps) {
  return (
    <Field label={`Type your name on ${host}`} error={name.error} required>
      <TextInput
        ref={name.field}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        readOnly={name.isFixed}
        value={name.value}
        onChange={(event) => onName(event.target.value)}
      />
    </Field>
  );
}

function profileOf(forumUrl: string, username: string): string {
  return username === '' ? forumUrl : `${forumUrl}/user?${new URLSearchParams({ id: username })}`;
}
