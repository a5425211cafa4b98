import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { IdentityError, type IdentityFailure, type Passkey, type SignInWays } from '#web/identity/port.ts';
import { useSession } from '#web/identity/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { Time } from '#web/ui/Time.tsx';
import { ChangeRow, CurrentPassword, useRow } from './ChangeRow.tsx';

/** Passkeys of the account, and whether it has a password; null where the provider keeps that to itself. */
export function useSignInWays({ id }: User) {
  const { askIdentity } = useSession();
  return useQuery({
    queryKey: ['sign-in-ways', id],
    queryFn: () => askIdentity(async ({ ways }) => (ways ? (await ways()).list() : null)),
    staleTime: 0,
  });
}

/** Passkeys, which sign in alone. */
export function PasskeyRow({ user }: { user: User }) {
  const { askIdentity, refresh } = useSession();
  const { data, refetch } = useSignInWays(user);
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string>();
  const [password, setPassword] = useState('');
  const [removing, setRemoving] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const row = useRow(() => {
    setName('');
    setNameError(undefined);
    setPassword('');
  });
  if (!data) return null;
  const { passkeys, hasPassword } = data;

  const ask = <T,>(run: (ways: SignInWays) => Promise<T>) =>
    askIdentity(async ({ ways }) => {
      if (!ways) throw new IdentityError('unexpected');
      return run(await ways());
    });

  function submit() {
    const given = name.trim();
    setNameError(given ? undefined : 'Enter a name, like My phone.');
    if (hasPassword && !password) return row.refuse('Enter your current password.');
    if (!given) return row.refuse();
    void row.run(async () => {
      await ask((ways) => ways.addPasskey(given, password));
      await refetch();
      // The session passed a second factor now, and our server reads that from a new token.
      await refresh();
    }, problems);
  }

  async function remove({ id }: Passkey) {
    setRemoving(id);
    try {
      await ask((ways) => ways.removePasskey(id));
      await refetch();
      // The pressed button went with its line.
      list.current?.focus({ preventScroll: true });
    } catch (error) {
      const failure = error instanceof IdentityError ? error.failure : 'unknown';
      showToast(message(failure === 'passkey-first' ? 'passkey_sign_in' : 'auth/unknown'));
    } finally {
      setRemoving(undefined);
    }
  }

  return (
    <ChangeRow
      label="Passkey"
      value={passkeys.length === 0 ? <Badge tone="neutral">None</Badge> : null}
      row={row}
      open="Add"
      save="Add passkey"
      onSubmit={submit}
      note={
        <div ref={list} tabIndex={-1} className="outline-none">
          {passkeys.length > 0 ? (
            <ul aria-label="Passkeys" className="mt-1 grid gap-1">
              {passkeys.map((passkey) => (
                <li key={passkey.id} className="flex items-center justify-between gap-4">
                  <span className="min-w-0 wrap-anywhere">
                    <span dir="auto">{passkey.name}</span>{' '}
                    <span className="block text-meta text-soft">
                      Added <Time at={passkey.createdAt} />
                    </span>
                  </span>
                  <Button
                    variant="quiet"
                    onClick={() => void remove(passkey)}
                    busy={removing === passkey.id}
                    busyText="Removing..."
                    aria-label={`Remove ${passkey.name}`}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      }
    >
      <p>Your device signs you in by fingerprint, face or PIN.</p>
      {hasPassword ? (
        <CurrentPassword ref={row.first} value={password} onValue={setPassword} error={row.error} />
      ) : null}
      <Field label="Name" required error={nameError ?? (hasPassword ? undefined : row.error)}>
        <TextInput
          ref={hasPassword ? undefined : row.first}
          autoComplete="off"
          maxLength={100}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </ChangeRow>
  );
}

const problems: Partial<Record<IdentityFailure, string>> = {
  cancelled: 'Your device made no passkey. Please try again.',
  'no-passkeys': 'This browser can make no passkey for this address.',
  'passkey-exists': 'This device has a passkey of your account already.',
};
