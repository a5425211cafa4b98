import Hand from 'lucide-react/icons/hand';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { sourceWords } from '#shared/rules/source-words.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Time } from '#web/ui/Time.tsx';
import { sendingWords, standingWords } from './account-words.ts';

type LinkedAccountRowProps = { account: LinkedAccount; onUnlink: () => void };

export function LinkedAccountRow({ account, onUnlink }: LinkedAccountRowProps) {
  const { source, host, username, linkedAt } = account;
  const standing = standingWords(account, Date.now());
  return (
    <article
      aria-label={`${username} on ${host}`}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2"
    >
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{username}</bdi>
          <Way account={account} />
        </p>
        <p className="text-meta text-soft wrap-anywhere">
          {sourceWords[source]} · {host}
        </p>
        <p className="text-meta text-faint tabular-nums">
          Linked <Time at={linkedAt} />
          {standing === '' ? '' : ` · ${standing}`}
        </p>
        <p className="mt-1 text-meta text-soft">{sendingWords(account)}</p>
        {account.rules ? <ServerRules host={host} rules={account.rules} /> : null}
      </div>
      <Button onClick={onUnlink}>
        Unlink<span className="sr-only"> {username}</span>
      </Button>
    </article>
  );
}

function ServerRules({ host, rules }: { host: string; rules: NonNullable<LinkedAccount['rules']> }) {
  return (
    <section aria-label={`Rules of ${host}`} className="mt-2 text-meta text-soft">
      <p>Rules of {host}. Read them before you reply:</p>
      <ul className="list-disc pl-4 marker:text-faint">
        {rules.texts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Way({ account: { needsLink, canPost } }: { account: LinkedAccount }) {
  if (needsLink) return <Badge tone="warn">Sign in again</Badge>;
  if (canPost) return <Badge tone="good">Sends replies</Badge>;
  return <Badge icon={Hand}>By hand</Badge>;
}
