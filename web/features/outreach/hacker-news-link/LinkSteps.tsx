import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  type HackerNewsLink,
  proveHackerNewsAccount,
  signInToHackerNews,
} from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { placeRulesOf, ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { notifyAccountLinked } from '#web/features/outreach/settings/linked-accounts.ts';
import { SecretInput } from '#web/features/outreach/settings/SecretInput.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Time } from '#web/ui/Time.tsx';

type LinkStepsProps = { userId: string; queryKey: QueryKey; nonce: string; link: HackerNewsLink };

/** Proof by a code in the profile, in three steps; below it the sign-in, where it is offered. */
export function LinkSteps({ userId, queryKey, nonce, link }: LinkStepsProps) {
  const { host } = new URL(link.forumUrl);
  const { start, running, failure } = useLinking(userId, queryKey, nonce);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const username = name.trim();

  /** Both ways need the name. */
  function begin(password?: string) {
    if (running) return;
    setError(username === '' ? `Your name on ${host} is missing.` : undefined);
    if (username === '') field.current?.focus();
    else start({ username, password });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    begin();
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form onSubmit={submit} noValidate autoComplete="off">
        <ol className="grid list-decimal grid-cols-1 gap-5 pl-5 marker:font-medium">
          <li className="pl-1">
            <Field label={`Type your name on ${host}`} error={error} required>
              <TextInput
                ref={field}
                name="username"
                autoComplete="off"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                readOnly={running !== null}
                value={name}
                onChange={(event) => {
                  setName(event.target.value);
                  setError(undefined);
                }}
              />
            </Field>
          </li>
          <li className="pl-1">
            <CodeStep code={link.code}>
              <OutsideLink address={profileUrl(link.forumUrl, username)}>
                {username === '' ? `Open ${host}` : 'Open your profile'}
              </OutsideLink>
            </CodeStep>
          </li>
          <li className="pl-1">
            <p className="font-medium">Press Check</p>
            <p className="text-soft">
              We look into your public profile. It can take a minute until it shows.
            </p>
            <div className="mt-2 grid grid-cols-1 gap-2">
              <div>
                <Button type="submit" variant="primary" busy={running === 'check'} busyText="Checking...">
                  Check
                </Button>
              </div>
              {failure?.of === 'check' ? <NotSent what="Not linked." reason={failure.reason} /> : null}
            </div>
          </li>
        </ol>
      </form>
      {link.signInOffered ? (
        <SignInOnce
          host={host}
          busy={running === 'sign-in'}
          failure={failure?.of === 'sign-in' ? failure.reason : undefined}
          onSignIn={begin}
        />
      ) : (
        <NoSignIn host={host} />
      )}
      <p className="text-meta text-faint">
        This page holds until <Time at={link.expiresAt} />.
      </p>
    </div>
  );
}

function profileUrl(forumUrl: string, username: string): string {
  return username === '' ? forumUrl : `${forumUrl}/user?${new URLSearchParams({ id: username })}`;
}

/** The code that the profile must show, and the way to the profile. */
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

/** Why this page asks for no password, with the place's rules. */
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

type SignInOnceProps = {
  host: string;
  busy: boolean;
  failure: string | undefined;
  onSignIn: (password: string) => void;
};

/** For forums whose rules allow sending: approved replies then go out from the account. */
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
        {failure ? <NotSent what="Not linked." reason={failure} /> : null}
        <div>
          <Button type="submit" busy={busy} busyText="Signing in...">
            Sign in once
          </Button>
        </div>
      </form>
    </section>
  );
}

type LinkingAttempt = { username: string; password: string | undefined };

/** Looks for the code in the profile, or signs in once where a password is given. */
function useLinking(userId: string, queryKey: QueryKey, nonce: string) {
  const client = useQueryClient();
  const { mutate, isPending, variables, error, reset } = useMutation({
    // A password must not stay in memory after its use.
    gcTime: 0,
    mutationFn: ({ username, password }: LinkingAttempt) =>
      password === undefined
        ? call(proveHackerNewsAccount, { params: { nonce }, body: { username } })
        : call(signInToHackerNews, { params: { nonce }, body: { username, password } }),
    onSuccess(link) {
      client.setQueryData<HackerNewsLink>(queryKey, link);
      if (link.account) {
        const { username, host } = link.account;
        showToast(message('account_linked', { username, host }));
      }
      notifyAccountLinked();
      void client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
    onError(problem) {
      const { notice, code } = readFailure(problem, 'account_link_failed');
      showToast(notice);
      // Expired, or used in another window: the page says which.
      if (code === 'account_link_expired' || code === 'account_not_found')
        void client.invalidateQueries({ queryKey });
    },
  });
  const way = variables?.password === undefined ? ('check' as const) : ('sign-in' as const);
  return {
    start: (attempt: LinkingAttempt) => mutate(attempt, { onSuccess: reset }),
    running: isPending ? way : null,
    failure: error ? { of: way, reason: readFailure(error, 'account_link_failed').reason } : null,
  };
}
