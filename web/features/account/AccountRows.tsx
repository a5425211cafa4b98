import { useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ChangeRow, CurrentPassword, useRow } from './ChangeRow.tsx';
import { checkEmail, checkNewPassword, shortestPassword } from './credentials.ts';
import { ProofNote, ProvenEmail, useEmailProof } from './EmailProof.tsx';
import { endOwnSession } from './own-session.ts';
import { PasskeyRow, useSignInWays } from './PasskeyRow.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { SecondFactorRow } from './SecondFactorRow.tsx';
import { SentNote } from './SentNote.tsx';

/** Name, address, password and second factor, as the identity provider keeps them. */
export function AccountRows({ user }: { user: User }) {
  return (
    <Card aria-label="Name, email and password">
      <ul className="-my-2">
        <NameRow user={user} />
        <EmailRow user={user} />
        <PasswordRow user={user} />
        <SecondFactorRow user={user} />
        <PasskeyRow user={user} />
      </ul>
    </Card>
  );
}

function NameRow({ user: { name } }: { user: User }) {
  const { askIdentity, refresh } = useSession();
  const [typed, setTyped] = useState<string>();
  const row = useRow(() => setTyped(undefined));
  const value = typed ?? name;

  function submit() {
    const next = value.trim();
    if (!next) return row.refuse('Enter your full name.');
    void row.run(async () => {
      await askIdentity((identity) => identity.changeName(next));
      await refresh();
      announceChange();
      showToast(message('name_changed', { name: next }));
    });
  }

  return (
    <ChangeRow label="Name" value={name} row={row} save="Save name" onSubmit={submit}>
      <Field label="Full name" required error={row.error}>
        <TextInput
          ref={row.first}
          autoComplete="name"
          maxLength={200}
          value={value}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ChangeRow>
  );
}

function EmailRow({ user }: { user: User }) {
  const { askIdentity } = useSession();
  const proof = useEmailProof(user);
  const { data: ways } = useSignInWays(user);
  const [typed, setTyped] = useState('');
  const [current, setCurrent] = useState('');
  const [currentError, setCurrentError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const row = useRow(() => {
    setTyped('');
    setCurrent('');
    setCurrentError(undefined);
  });

  function submit() {
    const next = typed.trim();
    const isSame = next.toLowerCase() === user.email.toLowerCase();
    const problem = isSame ? 'That is your email already.' : checkEmail(next);
    const missing = current ? undefined : 'Enter your current password.';
    setCurrentError(missing);
    if (problem || missing) return row.refuse(problem);
    void row.run(async () => {
      await askIdentity((identity) => identity.requestEmailChange(current, next));
      setSentTo(next);
    });
  }

  return (
    <ChangeRow
      label="Email"
      value={<ProvenEmail email={user.email} proof={proof} />}
      row={row}
      save="Send link"
      onSubmit={submit}
      note={<ProofNote proof={proof} changesTo={sentTo} />}
    >
      <Field
        label="New email"
        required
        error={row.error}
        help="We send a link there. It changes with the link."
      >
        <TextInput
          ref={row.first}
          type="email"
          autoComplete="email"
          maxLength={320}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <CurrentPassword
        value={current}
        onValue={setCurrent}
        error={currentError}
        help={ways?.hasPassword === false ? 'Set one below first.' : null}
      />
    </ChangeRow>
  );
}

function PasswordRow({ user }: { user: User }) {
  const { data } = useSignInWays(user);
  return data?.hasPassword === false ? <FirstPasswordRow user={user} /> : <NewPasswordRow />;
}

/** The first password of an account that another provider signs in; its link proves the address once more. */
function FirstPasswordRow({ user: { email } }: { user: User }) {
  const { askIdentity } = useSession();
  const [sent, setSent] = useState(false);
  const row = useRow(() => {});
  const send = () =>
    void row.run(async () => {
      await askIdentity((identity) => identity.requestPasswordReset(email));
      setSent(true);
    });
  return (
    <ChangeRow
      label="Password"
      value="None yet"
      row={row}
      open="Set"
      save="Send link"
      onSubmit={send}
      note={
        <div role="status">
          {sent ? <SentNote className="mt-3">Open the link we sent to {email}.</SentNote> : null}
        </div>
      }
    >
      <p>We send a link to {email}. There you choose a password.</p>
      {row.error ? <p role="alert">{row.error}</p> : null}
    </ChangeRow>
  );
}

function NewPasswordRow() {
  const { askIdentity, refresh } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [nextError, setNextError] = useState<string>();
  const row = useRow(() => {
    setCurrent('');
    setNext('');
    setNextError(undefined);
  });

  function submit() {
    const problem = checkNewPassword(next);
    setNextError(problem);
    if (!current) return row.refuse('Enter your current password.');
    if (problem) return row.refuse();
    void row.run(async () => {
      await askIdentity((identity) => identity.changePassword(current, next));
      // Sessions from before that are left end, and this browser gets a new one.
      await endOwnSession();
      await refresh();
      showToast(message('password_changed'));
    });
  }

  return (
    <ChangeRow label="Password" value="••••••••" row={row} save="Save password" onSubmit={submit}>
      <CurrentPassword ref={row.first} value={current} onValue={setCurrent} error={row.error} />
      <Field
        label="New password"
        required
        error={nextError}
        help={`At least ${shortestPassword} characters.`}
      >
        <PasswordInput
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
    </ChangeRow>
  );
}
