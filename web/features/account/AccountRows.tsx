import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { IdentityError, type IdentityFailure } from '#web/identity/port.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { SettingRow } from '#web/ui/SettingRow.tsx';
import { checkEmail, checkNewPassword, shortestPassword } from './credentials.ts';
import { ProofNote, ProvenEmail, useEmailProof } from './EmailProof.tsx';
import { PasswordInput } from './MailLinkForms.tsx';
import { endOwnSession } from './own-session.ts';

/** Name, address and password, as the identity provider keeps them. */
export function AccountRows({ user }: { user: User }) {
  return (
    <Card aria-label="Name, email and password">
      <ul className="-my-2">
        <NameRow user={user} />
        <EmailRow user={user} />
        <PasswordRow />
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
      <Field label="Current password" required error={currentError}>
        <PasswordInput
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
    </ChangeRow>
  );
}

function PasswordRow() {
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
      <Field label="Current password" required error={row.error}>
        <PasswordInput
          ref={row.first}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
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

type Row = ReturnType<typeof useRow>;

/** A row that opens into a form; `onClose` clears what was typed in it. */
function useRow(onClose: () => void) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) first.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  function show(open: boolean) {
    setOpen(open);
    setError(undefined);
    if (!open) onClose();
  }

  async function run(change: () => Promise<void>) {
    setError(undefined);
    setBusy(true);
    try {
      await change();
      show(false);
    } catch (failure) {
      setError(reasonOf(failure));
      first.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  function refuse(problem?: string) {
    setError(problem);
    if (problem) first.current?.focus();
  }
  return { isOpen, show, busy, error, refuse, run, first, opener };
}

type ChangeRowProps = {
  label: string;
  value: ReactNode;
  row: Row;
  /** Text of the button that saves. */
  save: string;
  onSubmit: () => void;
  note?: ReactNode;
  children: ReactNode;
};

function ChangeRow({ label, value, row, save, onSubmit, note, children }: ChangeRowProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!row.busy) onSubmit();
  }
  return (
    <SettingRow
      label={label}
      value={value}
      action={
        row.isOpen ? null : (
          <Button
            ref={row.opener}
            onClick={() => row.show(true)}
            aria-label={`Change ${label.toLowerCase()}`}
          >
            Change
          </Button>
        )
      }
    >
      {note}
      {row.isOpen ? (
        <form onSubmit={submit} noValidate className="mt-3 mb-2 grid max-w-md grid-cols-1 gap-4">
          {children}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={row.busy} busyText="Saving...">
              {save}
            </Button>
            <Button variant="quiet" onClick={() => row.show(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : null}
    </SettingRow>
  );
}

const reasons: Partial<Record<IdentityFailure, string>> = {
  'invalid-credential': 'That is not your current password.',
  'email-already-in-use': 'Another account uses that email.',
  'weak-password': message('auth/weak-password').text,
  'too-many-requests': message('auth/slow-down').text,
  'slow-down': message('auth/slow-down').text,
  'no-mail': message('mail_not_configured').text,
  'sign-in-again': 'Log out and in again first, then change it.',
};

function reasonOf(error: unknown): string {
  const known = error instanceof IdentityError ? reasons[error.failure] : undefined;
  return known ?? 'That did not work, and nothing has changed. Please try again.';
}
