import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import { IdentityError, type IdentityFailure } from '#web/identity/port.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { SettingRow } from '#web/ui/SettingRow.tsx';
import { PasswordInput } from './PasswordInput.tsx';

type Row = ReturnType<typeof useRow>;

/** A row that opens into a form; `onClose` clears what was typed in it. */
export function useRow(onClose: () => void) {
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

  /** Closes the row, unless the change has another step. */
  async function run(change: () => Promise<unknown>, own: Reasons = {}) {
    setError(undefined);
    setBusy(true);
    try {
      if ((await change()) !== 'next') show(false);
    } catch (failure) {
      setError(reasonOf(failure, own));
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
  /** Text of the button that opens the row. */
  open?: string;
  /** Text of the button that saves; null where there is nothing to save. */
  save: string | null;
  /** Text of the button that closes the row. */
  close?: string;
  onSubmit: () => void;
  note?: ReactNode;
  children: ReactNode;
};

export function ChangeRow(props: ChangeRowProps) {
  const { label, value, row, open = 'Change', save, close = 'Cancel', onSubmit, note, children } = props;
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
            aria-label={`${open} ${label.toLowerCase()}`}
          >
            {open}
          </Button>
        )
      }
    >
      {note}
      {row.isOpen ? (
        <form onSubmit={submit} noValidate className="mt-3 mb-2 grid max-w-md grid-cols-1 gap-4">
          {children}
          <div className="flex flex-wrap gap-2">
            {save === null ? null : (
              <Button type="submit" variant="primary" busy={row.busy} busyText="Saving...">
                {save}
              </Button>
            )}
            <Button variant="quiet" onClick={() => row.show(false)}>
              {close}
            </Button>
          </div>
        </form>
      ) : null}
    </SettingRow>
  );
}

type CurrentPasswordProps = {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
  help?: string | null;
};

/** Proves that the owner makes the change. */
export function CurrentPassword({ ref, value, onValue, error, help }: CurrentPasswordProps) {
  return (
    <Field label="Current password" required error={error} help={help}>
      <PasswordInput
        ref={ref}
        autoComplete="current-password"
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

type Reasons = Partial<Record<IdentityFailure, string>>;

const reasons: Reasons = {
  'invalid-credential': 'That is not your current password.',
  'email-already-in-use': 'Another account uses that email.',
  'weak-password': message('auth/weak-password').text,
  'too-many-requests': message('auth/slow-down').text,
  'slow-down': message('auth/slow-down').text,
  'no-mail': message('mail_not_configured').text,
  'passkey-first': message('passkey_sign_in').text,
  'sign-in-again': 'Log out and in again first, then change it.',
};

function reasonOf(error: unknown, own: Reasons): string {
  const known = error instanceof IdentityError ? { ...reasons, ...own }[error.failure] : undefined;
  if (known) return known;
  return navigator.onLine ? 'That did not work, and nothing has changed. Please try again.' : offline.text;
}
