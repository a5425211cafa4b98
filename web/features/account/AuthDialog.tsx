import { useQuery } from '@tanstack/react-query';
import { decodeJwt } from 'jose/jwt/decode';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import type { Message } from '#shared/messages/message.ts';
import { productName } from '#shared/rules/product.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { IdentityError } from '#web/identity/port.ts';
import { type SignInMode, useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { Tabs } from '#web/ui/overlays/Tabs.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Account } from './account.ts';
import {
  type CredentialErrors,
  type Credentials,
  checkCredentials,
  checkEmail,
  shortestPassword,
} from './credentials.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { SentNote } from './SentNote.tsx';
import { type AuthView, readReturnPath } from './use-auth-view.ts';

// Few sites have other providers, and few visitors come by a link of a mail.
const ProviderSignIn = lazy(async () => ({ default: (await import('./ProviderSignIn.tsx')).ProviderSignIn }));
const forms = () => import('./MailLinkForms.tsx');
const NewPasswordForm = lazy(async () => ({ default: (await forms()).NewPasswordForm }));
const VerifyEmailForm = lazy(async () => ({ default: (await forms()).VerifyEmailForm }));
const ForeignLink = lazy(async () => ({ default: (await forms()).ForeignLink }));

export type AuthDialogProps = {
  account: Account;
  view: AuthView | null;
  /** True where the address opened the dialog. */
  hasAddress: boolean;
  /** Code from the link in a mail. */
  mailCode: string | null;
  /** `null` just after signing in. */
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
    description: 'Only if you asked for this link. Otherwise cancel, and nothing happens.',
  },
  'second-factor': {
    title: 'Enter your code',
    description: 'From your authenticator app, or one of your backup codes.',
  },
  'foreign-link': {
    title: 'Confirm your email',
    description: 'Sign in to its account first. Not your account? Set a new password, and it is yours alone.',
  },
};

/** Signing in, signing up, and what people need who forgot their password. What is typed outlives a change of tab. */
export function AuthDialog({ account, view, hasAddress, mailCode, onView, onCancel }: AuthDialogProps) {
  const { data: config } = useConfig();
  const [values, setValues] = useState<Credentials>({ name: '', email: '', password: '' });
  // Read once: the parameter leaves the address when the dialog closes.
  const [next] = useState(() => readReturnPath(new URLSearchParams(location.search).get('next')));
  // Of another provider's sign-in that failed.
  const [providerError, setProviderError] = useState(() => new URLSearchParams(location.search).get('error'));
  const { status } = useSession();
  // The link that waits for somebody who signs in.
  const [waiting, setWaiting] = useState(false);
  const shared = { account, onView, onCancel };
  const typed = { values, onChange: setValues };

  function clearPassword() {
    setProviderError(null);
    setValues({ ...values, password: '' });
  }

  function cancel() {
    clearPassword();
    setWaiting(false);
    onCancel();
  }

  function signedIn() {
    clearPassword();
    setWaiting(false);
    onView(waiting ? 'verify-email' : null);
  }

  function signInFirst() {
    setWaiting(true);
    onView('sign-in');
  }

  const isCredentials = view === 'sign-in' || view === 'sign-up';
  const surveyId = next && surveyIdOf(next);
  const head = { ...heads[view ?? 'sign-in'] };
  // Its tokens live for an hour, and it tells our server nothing.
  if (view === 'new-password' && config?.identity === 'firebase')
    head.description = 'It replaces the old one. Other devices are logged out within an hour.';
  const newEmail = view === 'verify-email' ? newEmailOf(mailCode ?? '') : null;
  if (newEmail) {
    head.title = 'Confirm your new email';
    head.description = `Your account gets the email ${newEmail}. If you did not ask for this, cancel: nothing happens.`;
  }
  // Respondents are not here for support requests (decision 17).
  if (surveyId && isCredentials) head.description = surveyInvitation;
  const hasPasskeys = config?.identity === 'embedded';
  const form = { ...shared, ...typed, hasPasskeys, onCancel: cancel, onSignedIn: signedIn };
  const email = { email: values.email, onEmail: (value: string) => setValues({ ...values, email: value }) };
  return (
    // Outside: the dialog opens with its form, whose first field gets the focus.
    <Suspense>
      <Dialog open={view !== null} onOpenChange={cancel} size="s" hasAddress={hasAddress} {...head}>
        {view === 'forgotten' ? <ForgottenForm {...shared} {...email} /> : null}
        {view === 'second-factor' ? <CodeForm {...shared} onCancel={cancel} onSignedIn={signedIn} /> : null}
        {view === 'new-password' ? <NewPasswordForm {...shared} token={mailCode ?? ''} /> : null}
        {view === 'verify-email' ? (
          <VerifyEmailForm
            {...shared}
            code={mailCode ?? ''}
            changesEmail={newEmail !== null}
            onForeign={() => onView('foreign-link')}
          />
        ) : null}
        {view === 'foreign-link' ? (
          <ForeignLink
            onSignIn={status === 'signed-out' ? signInFirst : null}
            // Firebase takes its codes for one thing each.
            onNewPassword={() => onView(config?.identity === 'firebase' ? 'forgotten' : 'new-password')}
            onCancel={cancel}
          />
        ) : null}
        {next && isCredentials && !surveyId ? (
          <p className="mb-4 rounded-m bg-spark-wash px-3.5 py-2.5">
            The page that you opened is for people who are signed in. Sign in, and you come right back to it.
          </p>
        ) : null}
        {surveyId && isCredentials ? <SurveyInvitation surveyId={surveyId} /> : null}
        {isCredentials && config?.providers ? (
          <Suspense>
            <ProviderSignIn
              account={account}
              next={next}
              providers={config.providers}
              error={providerError}
            />
          </Suspense>
        ) : null}
        {isCredentials ? (
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
    </Suspense>
  );
}

/** The address that a link to change one leads to; null for other links, and where only the provider can read it. */
function newEmailOf(code: string): string | null {
  try {
    const { updateTo } = decodeJwt(code);
    // Anybody can write a link: no words of theirs are shown here.
    return typeof updateTo === 'string' && !checkEmail(updateTo) ? updateTo : null;
  } catch {
    return null;
  }
}

const surveyInvitation = 'This survey is not open to everybody. Sign in, or ask the person who sent it.';

/** The survey in the address to go on to, or null. */
function surveyIdOf(next: string): string | null {
  return /^\/survey\/([^/?#]+)/.exec(next)?.[1] ?? null;
}

/** The title of the survey behind the sign-in; what it asks is for people who may answer. */
function SurveyInvitation({ surveyId }: { surveyId: string }) {
  const { data } = useQuery({
    queryKey: ['survey-title', surveyId],
    async queryFn() {
      // Fetched here only: most people who sign in come from no survey.
      const { readSurveyTitle } = await import('#shared/contracts/surveys/surveys.ts');
      // The address has the id as the call needs it.
      return call(readSurveyTitle, { params: { surveyId: decodeURIComponent(surveyId) } });
    },
  });
  return data ? (
    <p className="mb-4 line-clamp-4 text-base font-medium wrap-anywhere" dir="auto">
      {data.title}
    </p>
  ) : null;
}

function welcome() {
  return {
    title: `Welcome to ${productName}`,
    description: 'Sign in to submit support requests and track your issues',
  };
}

type CredentialsFormProps = {
  mode: SignInMode;
  account: Account;
  values: Credentials;
  hasPasskeys: boolean;
  onChange: (values: Credentials) => void;
  onView: (view: 'forgotten' | 'second-factor') => void;
  onCancel: () => void;
  onSignedIn: () => void;
};

const texts = {
  'sign-in': { submit: 'Sign In', busy: 'Signing In...', done: 'signed_in' },
  'sign-up': { submit: 'Sign Up', busy: 'Creating Account...', done: 'signed_up' },
} as const;

function CredentialsForm(props: CredentialsFormProps) {
  const { mode, values, hasPasskeys, onCancel, onView } = props;
  const { errors, setErrors, busy, submit } = useCredentials(props);

  function bind(field: keyof Credentials) {
    return {
      name: field,
      value: values[field],
      onChange: (event: { target: { value: string } }) => {
        props.onChange({ ...values, [field]: event.target.value });
        if (errors[field]) setErrors({ ...errors, [field]: undefined });
      },
    };
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {mode === 'sign-up' ? (
        <Field label="Full Name" required error={errors.name}>
          <TextInput {...bind('name')} autoComplete="name" maxLength={200} dir="auto" />
        </Field>
      ) : null}
      <Field label="Email" required error={errors.email}>
        <TextInput {...bind('email')} type="email" autoComplete="username" maxLength={320} />
      </Field>
      <Field
        label="Password"
        required
        error={errors.password}
        help={mode === 'sign-up' ? passwordHelp : null}
      >
        <PasswordInput
          {...bind('password')}
          autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
        />
      </Field>
      {mode === 'sign-in' ? (
        <Button
          variant="quiet"
          onClick={() => onView('forgotten')}
          className="-my-2 -ml-3.5 justify-self-start"
        >
          Forgot your password?
        </Button>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText={texts[mode].busy}>
          {texts[mode].submit}
        </Button>
      </div>
      {mode === 'sign-in' && hasPasskeys ? <PasskeyButton {...props} /> : null}
    </form>
  );
}

const weakPassword = message('auth/weak-password');
const passwordHelp = `At least ${shortestPassword} characters.`;

function useCredentials({ mode, account, values, onView, onSignedIn }: CredentialsFormProps) {
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const found = checkCredentials(values, mode);
    setErrors(found);
    if (found.password === weakPassword.text) showToast(weakPassword);
    if (focusFirst(event.currentTarget, found)) return;
    setBusy(true);
    const email = values.email.trim();
    const { name, password } = values;
    try {
      const isIn = await account.attempt((identity) =>
        mode === 'sign-up'
          ? identity.signUp({ name: name.trim(), email, password })
          : identity.signIn({ email, password }),
      );
      if (!isIn) return;
      onSignedIn();
      showToast(message(texts[mode].done));
    } catch (error) {
      if (error instanceof IdentityError && error.failure === 'second-factor') return onView('second-factor');
      const failure = authFailure(error, mode);
      setErrors(fieldErrors(error, failure.text));
      showToast(failure);
    } finally {
      setBusy(false);
    }
  }
  return { errors, setErrors, busy, submit };
}

/** Says at the field what the toast says, where it is a field's fault: the toast will be gone. */
function fieldErrors(error: unknown, text: string): CredentialErrors {
  const failure = error instanceof IdentityError ? error.failure : null;
  if (failure === 'email-already-in-use') return { email: text };
  if (failure === 'invalid-credential' || failure === 'weak-password') return { password: text };
  return {};
}

type CodeFormProps = {
  account: Account;
  onView: (view: 'sign-in') => void;
  onCancel: () => void;
  onSignedIn: () => void;
};

/** The second step of a sign-in. */
function CodeForm({ account, onView, onCancel, onSignedIn }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The button that had the focus went with the password's form.
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    if (!code.trim()) return refuse(form, 'Enter a code.');
    setBusy(true);
    try {
      const isIn = await account.attempt(async ({ secondFactor }) => {
        if (!secondFactor) throw new IdentityError('unexpected');
        return secondFactor.finishSignIn(code.replaceAll(/\s/g, ''));
      });
      if (!isIn) return;
      onSignedIn();
      showToast(message('signed_in'));
    } catch (failure) {
      const reason = failure instanceof IdentityError ? failure.failure : 'unknown';
      if (reason === 'invalid-credential')
        return refuse(form, 'That code is not right. Enter the newest one.');
      showToast(
        reason === 'sign-in-again' ? message('second_factor_again') : authFailure(failure, 'sign-in'),
      );
      if (reason === 'sign-in-again') onView('sign-in');
    } finally {
      setBusy(false);
    }
  }

  function refuse(form: HTMLFormElement, problem: string) {
    setError(problem);
    focusFirst(form, { code: problem });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Code" required error={error}>
        <TextInput
          ref={field}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText="Signing In...">
          Sign In
        </Button>
      </div>
      <PasskeyButton account={account} onSignedIn={onSignedIn} />
    </form>
  );
}

/** Firebase has none. */
function PasskeyButton({ account, onSignedIn }: Pick<CodeFormProps, 'account' | 'onSignedIn'>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function signIn() {
    setBusy(true);
    const attempt = import('./passkey-sign-in.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(account, onSignedIn),
      () => offline.text,
    );
    setProblem(await attempt);
    setBusy(false);
  }

  return (
    <>
      <Button onClick={() => void signIn()} busy={busy} busyText="Waiting...">
        Use a passkey
      </Button>
      <p role="alert" className="text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
}

type ForgottenFormProps = {
  account: Account;
  email: string;
  onEmail: (email: string) => void;
  onView: (view: 'sign-in') => void;
};

/** Asks for the mail with the link to set a new password. */
function ForgottenForm({ account, email, onEmail, onView }: ForgottenFormProps) {
  const [error, setError] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = checkEmail(email);
    setError(found);
    if (found) focusFirst(event.currentTarget, { email: found });
    if (found || state === 'busy') return;
    setState('busy');
    try {
      await account.ask((identity) => identity.requestPasswordReset(email.trim()));
      setState('sent');
      showToast(message('reset_mail_sent'));
    } catch (failure) {
      setState('open');
      const isWithoutMail = failure instanceof IdentityError && failure.failure === 'no-mail';
      showToast(message(isWithoutMail ? 'mail_not_configured' : 'reset_failed'));
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Email" required error={error}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          maxLength={320}
          value={email}
          onChange={(event) => {
            onEmail(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      {state === 'sent' ? <SentNote>{message('reset_mail_sent').text}</SentNote> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onView('sign-in')}>Back to Sign In</Button>
        <Button type="submit" variant="primary" busy={state === 'busy'} busyText="Sending...">
          {state === 'sent' ? 'Send again' : 'Send link'}
        </Button>
      </div>
    </form>
  );
}

const titles: Record<SignInMode, string> = {
  'sign-in': message('auth/invalid-credential').title,
  'sign-up': message('auth/email-already-in-use').title,
};

/** The toast for a failed attempt; the tab decides its title (Specification 8, Auth). */
function authFailure(error: unknown, mode: SignInMode): Message {
  const failure = error instanceof IdentityError ? error.failure : 'unknown';
  // The text of this one sends people to the console, and not every browser shows an error's cause by itself.
  if (failure === 'unexpected') console.error(error, error instanceof IdentityError && error.cause);
  const code = `auth/${failure}`;
  // A failure without a text is of no attempt to sign in or up.
  const known = message(isMessageCode(code) ? code : 'auth/unexpected');
  const toast = failure === 'unknown' && !navigator.onLine ? offline : known;
  return { ...toast, title: titles[mode] };
}
