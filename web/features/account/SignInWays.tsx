import { useState } from 'react';
import type { ProviderName, PublicConfig } from '#shared/contracts/config.ts';
import { message } from '#shared/messages/catalogue.ts';
import { IdentityError, type IdentityFailure } from '#web/identity/port.ts';
import type { SignInMode } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Account } from './account.ts';

const names: Record<ProviderName, string> = { google: 'Google', github: 'GitHub' };

type SignInWaysProps = {
  account: Account;
  config: PublicConfig;
  mode: SignInMode;
  /** Where a sign-in leads on to. */
  next: string | null;
  onSignedIn: () => void;
};

/** Ways to sign in without a password of this site. */
export function SignInWays({ account, config, mode, next, onSignedIn }: SignInWaysProps) {
  const [leaving, setLeaving] = useState<ProviderName>();
  const hasPasskeys = mode === 'sign-in' && config.identity === 'embedded';
  const providers = config.providers ?? [];
  if (!hasPasskeys && providers.length === 0) return null;

  async function leaveFor(provider: ProviderName) {
    setLeaving(provider);
    try {
      await account.ask(async ({ ways }) => (await ways?.())?.leaveFor(provider, next));
    } catch {
      setLeaving(undefined);
      showToast({ ...message('auth/unknown'), title: `${names[provider]} not reached` });
    }
  }

  return (
    <div className="mt-4 grid gap-2 border-t border-line pt-4">
      {providers.map((provider) => (
        <Button
          key={provider}
          onClick={() => void leaveFor(provider)}
          busy={leaving === provider}
          busyText={`Opening ${names[provider]}...`}
        >
          Continue with {names[provider]}
        </Button>
      ))}
      {hasPasskeys ? <PasskeyButton account={account} onSignedIn={onSignedIn} /> : null}
    </div>
  );
}

type PasskeyButtonProps = Pick<SignInWaysProps, 'account' | 'onSignedIn'>;

/** Signs in with a passkey, which no code is asked for after. */
export function PasskeyButton({ account, onSignedIn }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function signIn() {
    setBusy(true);
    setProblem(undefined);
    try {
      const isIn = await account.attempt(async ({ ways }) => {
        if (!ways) throw new IdentityError('unexpected');
        return (await ways()).signInWithPasskey();
      });
      if (!isIn) return;
      onSignedIn();
      showToast(message('signed_in'));
    } catch (error) {
      const failure = error instanceof IdentityError ? error.failure : 'unknown';
      setProblem(problems[failure] ?? message('auth/unknown').text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button onClick={() => void signIn()} busy={busy} busyText="Waiting for your device...">
        Use a passkey
      </Button>
      <p role="alert" className="text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}

const problems: Partial<Record<IdentityFailure, string>> = {
  'invalid-credential': 'No account here has that passkey. Use your password.',
  cancelled: 'Your device gave no passkey. Try again, or use your password.',
  'no-passkeys': 'This browser has no passkeys for this address. Use your password.',
  'slow-down': message('auth/slow-down').text,
};
