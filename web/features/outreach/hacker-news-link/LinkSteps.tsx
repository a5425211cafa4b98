import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { type HackerNewsLink, proveHackerNewsAccount } from '#shared/contracts/outreach/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { placeRulesOf, ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { notifyAccountLinked } from '#web/features/outreach/settings/linked-accounts.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Time } from '#web/ui/Time.tsx';

type LinkStepsProps = { userId: string; queryKey: QueryKey; nonce: string; link: HackerNewsLink };

/** Proof by a code in the profile, in three steps. */
export function LinkSteps({ userId, queryKey, nonce, link }: LinkStepsProps) {
  const { host } = new URL(link.forumUrl);
  const { start, running, failure } = useLinking(userId, queryKey, nonce);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const username = name.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (running) return;
    setError(username === '' ? `Your name on ${host} is missing.` : undefined);
    if (username === '') field.current?.focus();
    else start(username);
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
                readOnly={running}
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
                <Button type="submit" variant="primary" busy={running} busyText="Checking...">
                  Check
                </Button>
              </div>
              {failure === null ? null : <NotSent what="Not linked." reason={failure} />}
            </div>
          </li>
        </ol>
      </form>
      <ByHand host={host} />
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

/** Why replies there are posted by hand, with the place's rules. */
function ByHand({ host }: { host: string }) {
  const today = new Date().toISOString().slice(0, 10);
  const card = ruleCardOf({ source: 'hacker-news', host, community: null }, today);
  return (
    <div className="text-meta text-soft">
      <p>{`You post on ${host} yourself: its rules ask people not to automate posting.`}</p>
      <PlaceRules rules={placeRulesOf(card)} />
    </div>
  );
}

/** Looks for the code in the profile. */
function useLinking(userId: string, queryKey: QueryKey, nonce: string) {
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (username: string) => call(proveHackerNewsAccount, { params: { nonce }, body: { username } }),
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
  return {
    start: (username: string) => mutate(username, { onSuccess: reset }),
    running: isPending,
    failure: error ? readFailure(error, 'account_link_failed').reason : null,
  };
}
