import { useState } from 'react';
import { productName } from '#shared/rules/product.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import type { Account } from './account.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import type { Credentials } from './credentials.ts';
import { ForgottenForm } from './ForgottenForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { readReturnPath } from './return-path.ts';
import type { AuthView } from './use-auth-view.ts';
import { VerifyEmailForm } from './VerifyEmailForm.tsx';

export type AuthDialogProps = {
  account: Account;
  view: AuthView | null;
  /** What the link in a mail carried. */
  mailCode: string | null;
  /** `null` when somebody has just signed in. */
  onView: (view: AuthView | null) => void;
  onCancel: () => void;
};

const heads: Record<AuthView, { title: string; description: string }> = {
  'sign-in': welcome(),
  'sign-up': welcome(),
  forgotten: {
    title: 'Reset your password',
    description: 'We will mail you a link to set a new password.',
  },
  'new-password': {
    title: 'Set a new password',
    description: 'It replaces the old one, and every device is logged out.',
  },
  'verify-email': {
    title: 'Confirm your email',
    description: 'Only if you created an account here yourself. Otherwise cancel, and nothing happens.',
  },
};

/** Signing in, signing up, and what people need who forgot their password. What is typed outlives a change of tab. */
export function AuthDialog({ account, view, mailCode, onView, onCancel }: AuthDialogProps) {
  const [values, setValues] = useState<Credentials>({ name: '', email: '', password: '' });
  // Read once: the parameter leaves the address when the dialog closes.
  const [next] = useState(() => readReturnPath(new URLSearchParams(location.search).get('next')));
  const shared = { account, onView, onCancel };
  const typed = { values, onChange: setValues };

  function forgetPassword() {
    setValues({ ...values, password: '' });
  }

  function cancel() {
    forgetPassword();
    onCancel();
  }

  function signedIn() {
    forgetPassword();
    onView(null);
  }

  const form = { ...shared, ...typed, onCancel: cancel, onSignedIn: signedIn };
  const email = { email: values.email, onEmail: (value: string) => setValues({ ...values, email: value }) };
  return (
    <Dialog open={view !== null} onOpenChange={cancel} size="s" {...heads[view ?? 'sign-in']}>
      {view === 'forgotten' ? <ForgottenForm {...shared} {...email} /> : null}
      {view === 'new-password' ? <NewPasswordForm {...shared} token={mailCode ?? ''} /> : null}
      {view === 'verify-email' ? <VerifyEmailForm {...shared} code={mailCode ?? ''} /> : null}
      {next && (view === 'sign-in' || view === 'sign-up') ? (
        <p className="mb-4 rounded-m bg-spark-wash px-3.5 py-2.5">
          {next.startsWith('/survey/')
            ? 'You are invited to answer a survey. Sign in, or sign up first, and you come right back to it.'
            : 'The page that you opened is for people who are signed in. Sign in, and you come right back to it.'}
        </p>
      ) : null}
      {view === 'sign-in' || view === 'sign-up' ? (
        <Tabs
          label="Sign in or sign up"
          value={view}
          onValueChange={onView}
          tabs={[
            { value: 'sign-in', label: 'Sign In', content: <CredentialsForm mode="sign-in" {...form} /> },
            { value: 'sign-up', label: 'Sign Up', content: <CredentialsForm mode="sign-up" {...form} /> },
          ]}
        />
      ) : null}
    </Dialog>
  );
}

function welcome() {
  return {
    title: `Welcome to ${productName}`,
    description: 'Sign in to submit support requests and track your issues',
  };
}
