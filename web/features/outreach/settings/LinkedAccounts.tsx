import Hand from 'lucide-react/icons/hand';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useRef, useState } from 'react';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Time } from '#web/ui/Time.tsx';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { sendingLabel, standingLabel } from './account-labels.ts';
import { type LinkableSource, linkForms } from './link-forms.data.ts';
import { Refused } from './Refused.tsx';
import { SecretInput } from './SecretInput.tsx';
import { type LinkFields, type NamedAccount, unnamed, useLinkForm } from './use-link-form.ts';
import { useLinkedAccounts, useUnlinking } from './use-linked-accounts.ts';

type LinkedAccountsProps = {
  userId: string;
  /** The plan no longer has campaigns: accounts can be unlinked, and no more linked. */
  isReadOnly: boolean;
};

/** The owner's accounts at the places where replies go (design 7.13). */
export function LinkedAccounts({ userId, isReadOnly }: LinkedAccountsProps) {
  const { data: accounts, isPending, isError, refetch } = useLinkedAccounts(userId);
  const unlink = useUnlinking(userId);
  const region = useRef<HTMLDivElement>(null);
  const isOfUse = !isReadOnly || isError || (accounts?.length ?? 0) > 0;
  if (!isOfUse) return null;

  function remove(account: LinkedAccount) {
    // The button goes with its row.
    region.current?.focus({ preventScroll: true });
    unlink(account);
  }

  return (
    <Card aria-label="Linked accounts">
      <CardHeader title="Linked accounts" text="No password is kept: a session or a key, encrypted." />
      <div ref={region} tabIndex={-1} className="outline-none">
        {isPending ? <AccountSkeleton className="mt-4" /> : null}
        {accounts?.length === 0 ? <NoAccounts /> : null}
        {accounts && accounts.length > 0 ? (
          <>
            <ul className="mt-3 divide-y divide-line">
              {accounts.map((account) => (
                <li key={account.id} className="py-3.5">
                  <LinkedAccountRow account={account} onUnlink={() => remove(account)} />
                </li>
              ))}
            </ul>
            <UnlinkingNote />
          </>
        ) : null}
        {isError ? (
          <ErrorState
            title={accounts ? 'Your accounts could not be refreshed.' : 'Your accounts could not be loaded.'}
            onRetry={() => void refetch()}
            className="mt-3"
          >
            Nothing has changed.
          </ErrorState>
        ) : null}
      </div>
      {isReadOnly ? null : <LinkAccount userId={userId} />}
    </Card>
  );
}

function NoAccounts() {
  return (
    <EmptyState icon={KeyRound} title="No account is linked" className="mt-3">
      Without one you post each reply by hand. Accounts that you link stand here.
    </EmptyState>
  );
}

function UnlinkingNote() {
  return (
    <p className="border-t border-line pt-3 text-meta text-faint">
      Unlinking deletes the session or key here at once. Replies that are already posted stay where they are.
      A token, key or app password stays valid at its source until you revoke it there.
    </p>
  );
}

const sources = Object.keys(linkForms) as LinkableSource[];

/** Links an account of a source whose interface takes replies. */
function LinkAccount({ userId }: { userId: string }) {
  const [source, setSource] = useState<LinkableSource>('mastodon');
  const [named, setNamed] = useState<NamedAccount>(unnamed);
  const hasCampaign = (useCampaigns(userId).campaigns?.length ?? 0) > 0;
  return (
    <section aria-label="Link an account" className="mt-5 grid grid-cols-1 gap-4 border-t border-line pt-4">
      <h3 className="text-sm">Link an account</h3>
      <Field
        label="Source"
        help={
          hasCampaign
            ? 'A Hacker News account is linked above, beside its campaign.'
            : 'A Hacker News account is linked beside a campaign: above, once you have one.'
        }
      >
        <Select value={source} onChange={(event) => setSource(event.target.value as LinkableSource)}>
          {sources.map((each) => (
            <option key={each} value={each}>
              {sourceLabels[each]}
            </option>
          ))}
        </Select>
      </Field>
      {/* A password typed for one source must not be sent to another. */}
      <LinkForm key={source} userId={userId} source={source} named={named} onNamed={setNamed} />
    </section>
  );
}

type LinkFormProps = {
  userId: string;
  source: LinkableSource;
  named: NamedAccount;
  onNamed: (named: NamedAccount) => void;
};

function LinkForm({ userId, source, named, onNamed }: LinkFormProps) {
  const { host, username, secret, where } = linkForms[source];
  const element = useRef<HTMLFormElement>(null);
  const form = useLinkForm(userId, source, {
    named,
    onNamed,
    onErrors: (found) => element.current && focusFirst(element.current, found),
  });
  const { fields, errors, failure, busy } = form;
  const input = (name: keyof LinkFields) => ({
    name,
    readOnly: busy,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    form.submit();
  }
  return (
    <form ref={element} onSubmit={submit} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
      {host ? (
        <Field label={host.label} help={host.help} error={errors.host} required>
          <TextInput {...input('host')} {...plainText} inputMode="url" />
        </Field>
      ) : null}
      {username ? (
        <Field
          label={username.isOptional ? <OptionalLabel>{username.label}</OptionalLabel> : username.label}
          help={username.help}
          error={errors.username}
          required={!username.isOptional}
        >
          <TextInput {...input('username')} {...plainText} />
        </Field>
      ) : null}
      <div>
        <Field label={secret.label} help={secret.help} error={errors.secret} required>
          <SecretInput {...input('secret')} />
        </Field>
        {where && (!host || looksLikeHost(fields.host)) ? (
          <p className="mt-1.5 text-meta">
            <OutsideLink address={where.address(fields.host.trim())}>{where.words}</OutsideLink>
          </p>
        ) : null}
      </div>
      {failure ? <Refused what="Not linked." reason={failure} /> : null}
      <div>
        <Button type="submit" variant="primary" busy={busy} busyText="Linking...">
          Link {sourceLabels[source]} account
        </Button>
      </div>
    </form>
  );
}

const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

const looksLikeHost = (typed: string) => /^[\w-]+(\.[\w-]+)+(:\d+)?$/.test(typed.trim());

type LinkedAccountRowProps = { account: LinkedAccount; onUnlink: () => void };

function LinkedAccountRow({ account, onUnlink }: LinkedAccountRowProps) {
  const { source, host, username, linkedAt } = account;
  const status = standingLabel(account, Date.now());
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
          {sourceLabels[source]} · {host}
        </p>
        <p className="text-meta text-faint tabular-nums">
          Linked <Time at={linkedAt} />
          {status === '' ? '' : ` · ${status}`}
        </p>
        <p className="mt-1 text-meta text-soft">{sendingLabel(account)}</p>
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
