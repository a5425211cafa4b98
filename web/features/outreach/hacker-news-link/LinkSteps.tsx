import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { HackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { placeRulesOf, ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { Refused } from '#web/features/outreach/settings/Refused.tsx';
import { SecretInput } from '#web/features/outreach/settings/SecretInput.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useLinking } from './use-hacker-news-link.ts';

type LinkStepsProps = { userId: string; nonce: string; link: HackerNewsLink };

/** Proof by a code in the profile, in three steps; below it the other way, where it is offered. */
export function LinkSteps({ userId, nonce, link }: LinkStepsProps) {
  const { host } = new URL(link.forumUrl);
  const { start, busy, failure } = useLinking(userId, nonce);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const username = name.trim();
  const reasonOf = (way: 'check' | 'sign-in') => (failure?.of === way ? failure.reason : undefined);

  /** Both ways need the name. */
  function begin(password?: string) {
    if (busy) return;
    setError(username === '' ? `Your name on ${host} is missing.` : undefined);
    if (username === '') field.current?.focus();
    else start({ username, ...(password === undefined ? {} : { password }) });
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <ProofForm
        link={link}
        name={{ value: name, error, field, isFixed: busy !== null }}
        onName={(typed) => {
          setName(typed);
          setError(undefined);
        }}
        busy={busy === 'check'}
        failure={reasonOf('check')}
        onCheck={() => begin()}
      />
      {link.signInOffered ? (
        <SignInOnce host={host} busy={busy === 'sign-in'} failure={reasonOf('sign-in')} onSignIn={begin} />
      ) : (
        <NoSignIn host={host} />
      )}
      <p className="text-meta text-faint">
        This page holds until <Time at={link.expiresAt} />.
      </p>
    </div>
  );
}

/** Why this page asks for no password, with the rules in the place's own words. */
function NoSignIn({ host }: { host: string }) {
  const today = new Date().toISOString().slice(0, 10);
  const card = ruleCardOf({ source: 'hacker-news', host, community: null }, today);
  return (
    <div className="text-meta text-soft">
      <p>{message('account_sign_in_closed', { host }).text}</p>
      <PlaceRules rules={placeRulesOf(card)} />
    </div>
  );
}

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
function ProofForm({ link, name, onName, busy, failure, onCheck }: ProofFormProps) {
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

/** The code that the profile must show; `children` leads there. */
function CodeStep({ code, children }: { code: string; children: ReactNode }) {
  const source = useRef<HTMLElement>(null);
  return (
    <>
      <p className="font-medium">Put this code into the “about” of your profile there, and save it</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <code
          ref={source}
          tabIndex={-1}
          className="rounded-s bg-muted px-2.5 py-1.5 text-sm wrap-anywhere outline-none select-all"
        >
          {code}
        </code>
        <CopyButton text={code} source={source}>
          Copy code
        </CopyButton>
      </p>
      <p className="mt-1.5">{children}</p>
    </>
  );
}

type SignInOnceProps = {
  host: string;
  busy: boolean;
  failure: string | undefined;
  onSignIn: (password: string) => void;
};

/** The other way, for forums whose rules allow sending: approved replies then go out from the account. */
function SignInOnce({ host, busy, failure, onSignIn }: SignInOnceProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    setError(password === '' ? 'Your password there is missing.' : undefined);
    if (password === '') field.current?.focus();
    else onSignIn(password);
  }
  return (
    <section aria-labelledby="sign-in-once" className="rounded-m border border-line p-4">
      <h2 id="sign-in-once" className="text-base">
        Or sign in once
      </h2>
      <p className="mt-1 text-soft">
        Then replies that you approve are sent from your account. Your password goes to {host} once; only the
        session that comes back is kept, encrypted. The password is neither stored nor logged. The name is the
        one that you typed above.
      </p>
      <form onSubmit={submit} noValidate autoComplete="off" className="mt-3 grid grid-cols-1 gap-3">
        <Field label={`Password on ${host}`} error={error} required>
          <SecretInput
            ref={field}
            name="forum-password"
            readOnly={busy}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        {failure ? <Refused what="Not linked." reason={failure} /> : null}
        <div>
          <Button type="submit" busy={busy} busyText="Signing in...">
            Sign in once
          </Button>
        </div>
      </form>
    </section>
  );
}
