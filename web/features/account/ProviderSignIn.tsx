import { useState } from 'react';
import type { ProviderName } from '#shared/contracts/config.ts';
import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Account } from './account.ts';

const names: Record<ProviderName, string> = { google: 'Google', github: 'GitHub' };

type ProviderSignInProps = {
  account: Account;
  providers: ProviderName[];
  /** Page to go on with after a sign-in; null for this one. */
  next: string | null;
  /** Code of a sign-in that failed, as it stands in the address. */
  error: string | null;
};

/** Sign-in with the providers whose keys the site has. */
export function ProviderSignIn({ account, providers, next, error }: ProviderSignInProps) {
  const [leaving, setLeaving] = useState<ProviderName>();

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
    <div className="mb-4 grid gap-2 border-b border-line pb-4">
      {error ? (
        <p role="alert" className="rounded-m bg-spark-wash px-3.5 py-2.5">
          {Object.hasOwn(problems, error)
            ? problems[error]
            : 'That sign-in did not work. Try again, or use your password.'}
        </p>
      ) : null}
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
    </div>
  );
}

const unproven = 'That account has no confirmed email. Confirm one there, or sign up with a password.';
const lost = 'That took too long, or began in another browser. Please try again.';
/** By the codes of better-auth and of providers. */
const problems: Record<string, string> = {
  access_denied: 'You were not signed in there. Try again, or use your password.',
  state_mismatch: lost,
  state_not_found: lost,
  email_not_found: unproven,
  email_not_verified: unproven,
  account_not_linked:
    'That account has no confirmed email. Confirm one there, or sign in with your password.',
};
