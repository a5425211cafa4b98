import CircleCheck from 'lucide-react/icons/circle-check';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { sendingWords, standingWords } from '#web/features/outreach/settings/account-words.ts';
import { Outcome } from '#web/ui/Outcome.tsx';
import { CloseWindow } from './CloseWindow.tsx';

export function Linked({ account }: { account: LinkedAccount }) {
  const { username, host } = account;
  const standing = standingWords(account, Date.now());
  return (
    <Outcome
      icon={CircleCheck}
      title="Account linked"
      text={`${username} on ${host}${standing === '' ? '' : `. ${standing}`}`}
      action={<CloseWindow />}
      takesFocus
    >
      <p className="mt-1">{sendingWords(account)}</p>
      {account.way === 'proof' ? <p className="mt-1">You can take the code out of your profile.</p> : null}
      <p className="mt-1">This page can be closed.</p>
    </Outcome>
  );
}
