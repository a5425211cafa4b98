import LogIn from 'lucide-react/icons/log-in';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import { HackerNewsLink, LinkSkeleton } from '#web/features/outreach/hacker-news-link/HackerNewsLink.tsx';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** Page of 'Link Hacker News Account', in a small window or a whole one (design 7.13). */
export function HackerNewsLinkPage() {
  const { nonce = '' } = useParams();
  const { status, user } = useSession();
  useTitle('Link a Hacker News account');
  return (
    <div className="page-edge max-w-xl px-4 py-6 sm:px-6 sm:py-8">
      <h1 className="text-title">Link your Hacker News account</h1>
      <div tabIndex={-1} className="mt-4 outline-none">
        {status === 'loading' ? <LinkSkeleton /> : null}
        {user ? <HackerNewsLink key={`${user.id} ${nonce}`} userId={user.id} nonce={nonce} /> : null}
        {status === 'signed-out' ? <SignedOut /> : null}
      </div>
    </div>
  );
}

/** The sign-in dialog opens over this page. */
function SignedOut() {
  const { openSignIn } = useSession();
  const ask = useEffectEvent(() => openSignIn('sign-in'));
  useEffect(() => ask(), []);
  return (
    <EmptyState
      icon={LogIn}
      title="Sign in to link an account"
      action={<Button onClick={() => openSignIn('sign-in')}>Sign In</Button>}
    >
      Use the account in which you pressed Link. This page goes on as soon as you are signed in.
    </EmptyState>
  );
}
