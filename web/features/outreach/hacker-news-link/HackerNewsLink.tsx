import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router';
import { type LinkedAccount, readHackerNewsLink } from '#shared/contracts/outreach/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { sendingLabel, standingLabel } from '#web/features/outreach/settings/linked-accounts.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Outcome } from '#web/ui/states/Outcome.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { LinkSteps } from './LinkSteps.tsx';

const refreshMs = 60_000;

/** One link, from the code to the account; each state says what to do. */
export function HackerNewsLink({ userId, nonce }: { userId: string; nonce: string }) {
  const queryKey = ['hacker-news-link', userId, nonce];
  const {
    data: link,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readHackerNewsLink, { params: { nonce }, signal }),
    // It expires after half an hour.
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? refreshMs : false),
    refetchOnWindowFocus: 'always',
  });
  // Another account's link looks the same.
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState icon={SearchX} title="There is no such page for this account." action={<CloseWindow />}>
        Close it and press Link again, in the account that you want to link for.
      </EmptyState>
    );
  if (!link)
    return error ? (
      <ErrorState title="The page could not be loaded." onRetry={() => void refetch()}>
        Nothing has changed at your account there.
      </ErrorState>
    ) : (
      <LinkSkeleton />
    );
  if (link.account && link.state === 'linked') return <Linked account={link.account} />;
  if (link.state === 'expired')
    return (
      <EmptyState icon={Clock} title={message('account_link_expired').text} action={<CloseWindow />}>
        A page like this one holds for half an hour and links one account. Nothing was changed.
      </EmptyState>
    );
  return <LinkSteps userId={userId} queryKey={queryKey} nonce={nonce} link={link} />;
}

export function LinkSkeleton() {
  return (
    <Loading label="Loading the page">
      <div className="grid gap-5">
        <Skeleton className="h-16 w-full rounded-m" />
        <Skeleton className="h-24 w-full rounded-m" />
        <Skeleton className="h-8 w-28" />
      </div>
    </Loading>
  );
}

function Linked({ account }: { account: LinkedAccount }) {
  const { username, host } = account;
  const status = standingLabel(account, Date.now());
  return (
    <Outcome
      icon={CircleCheck}
      title="Account linked"
      text={`${username} on ${host}${status === '' ? '' : `. ${status}`}`}
      action={<CloseWindow />}
      takesFocus
    >
      <p className="mt-1">{sendingLabel(account)}</p>
      {account.way === 'proof' ? <p className="mt-1">You can take the code out of your profile.</p> : null}
      <p className="mt-1">This page can be closed.</p>
    </Outcome>
  );
}

/** Closes the small window. A tab can't be closed, and leads to the settings instead. */
function CloseWindow() {
  return window.opener ? (
    <Button variant="primary" onClick={() => window.close()}>
      Close this window
    </Button>
  ) : (
    <Link to="/settings" className={buttonClass({ variant: 'primary' })}>
      Go to the settings
    </Link>
  );
}
