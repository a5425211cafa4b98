import { useRef, useState } from 'react';
import type { HackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { Time } from '#web/ui/Time.tsx';
import { NoSignIn } from './NoSignIn.tsx';
import { ProofForm } from './ProofForm.tsx';
import { SignInOnce } from './SignInOnce.tsx';
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
