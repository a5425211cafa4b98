import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { sendingLabel, standingLabel } from '#web/features/outreach/settings/account-labels.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Outcome } from '#web/ui/states/Outcome.tsx';
import { LinkSkeleton } from './LinkSkeleton.tsx';
import { LinkSteps } from './LinkSteps.tsx';
import { useHackerNewsLink } from './use-hacker-news-link.ts';

type HackerNewsLinkProps = { userId: string; nonce: string };

/** One link, from the code to the account; each state says what to do. */
export function HackerNewsLink({ userId, nonce }: HackerNewsLinkProps) {
  const { data: link, error, refetch } = useHackerNewsLink(userId, nonce);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div tabIndex={-1} className="outline-none">
      {isUnknown ? <Unknown /> : null}
      {!isUnknown && error && !link ? (
        <ErrorState title="The page could not be loaded." onRetry={() => void refetch()}>
          Nothing has changed at your account there.
        </ErrorState>
      ) : null}
      {!link && !error ? <LinkSkeleton /> : null}
      {link && !isUnknown && link.state === 'waiting' ? (
        <LinkSteps userId={userId} nonce={nonce} link={link} />
      ) : null}
      {link && !isUnknown && link.state === 'expired' ? <Expired /> : null}
      {link?.account && !isUnknown && link.state === 'linked' ? <Linked account={link.account} /> : null}
    </div>
  );
}

function Expired() {
  return (
    <EmptyState icon={Clock} title={message('account_link_expired').text} action={<CloseWindow />}>
      A page like this one holds for half an hour and links one account. Nothing was changed.
    </EmptyState>
  );
}

/** Somebody else's looks the same. */
function Unknown() {
  return (
    <EmptyState icon={SearchX} title="There is no such page for this account." action={<CloseWindow />}>
      Close it and press Link again, in the account that you want to link for.
    </EmptyState>
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

/** Closes the small window; a page that was opened in a tab of its own leads back instead, for it can't be closed. */
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
