import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Output } from '#shared/contracts/endpoint.ts';
import { linkAccount } from '#shared/contracts/outreach/linked-accounts.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { outreachKey, useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { SecretInput } from './SecretInput.tsx';

type LinkCredentials = Output<typeof linkAccount.body>;
type LinkableSource = LinkCredentials['source'];
type LinkFields = Omit<LinkCredentials, 'source'>;

/** Links an account of a source whose interface takes replies. */
export function LinkAccount({ userId }: { userId: string }) {
  const [source, setSource] = useState<LinkableSource>('mastodon');
  const [account, setAccount] = useState(noAccount);
  const hasCampaign = (useCampaigns(userId).campaigns?.length ?? 0) > 0;
  return (
    <section aria-label="Link an account" className="mt-5 grid grid-cols-1 gap-4 border-t border-line pt-4">
      <h3 className="text-sm">Link an account</h3>
      <Field
        label="Source"
        help={
          hasCampaign ? 'For Hacker News, use the card above.' : 'For Hacker News, create a campaign first.'
        }
      >
        <Select value={source} onChange={(event) => setSource(event.target.value as LinkableSource)}>
          {Object.keys(linkForms).map((each) => (
            <option key={each} value={each}>
              {sourceLabels[each as LinkableSource]}
            </option>
          ))}
        </Select>
      </Field>
      {/* A password typed for one source must not be sent to another; server and name stay. */}
      <LinkForm key={source} userId={userId} source={source} account={account} onAccount={setAccount} />
    </section>
  );
}

type AccountFields = Pick<LinkFields, 'host' | 'username'>;
const noAccount: AccountFields = { host: '', username: '' };

type LinkFormProps = {
  userId: string;
  source: LinkableSource;
  account: AccountFields;
  onAccount: (account: AccountFields) => void;
};

type LinkErrors = Partial<Record<keyof LinkFields, string>>;

function LinkForm({ userId, source, account, onAccount }: LinkFormProps) {
  const { host, username, secret, where } = linkForms[source];
  const element = useRef<HTMLFormElement>(null);
  const [typedSecret, setSecret] = useState('');
  const [errors, setErrors] = useState<LinkErrors>({});
  const fields: LinkFields = {
    // Text typed for another source stays here.
    host: host ? account.host : '',
    username: username ? account.username : '',
    secret: typedSecret,
  };
  const { mutate, isPending, failure } = useLinking(userId, source, {
    onLinked() {
      onAccount(noAccount);
      setSecret('');
    },
    onFieldError: showErrors,
  });

  function showErrors(found: LinkErrors) {
    setErrors(found);
    if (element.current) focusFirst(element.current, found);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findMissing(source, fields);
    showErrors(found);
    if (Object.keys(found).length === 0) mutate(fields);
  }

  const bind = (name: keyof LinkFields) => ({
    name,
    readOnly: isPending,
    value: fields[name],
    onChange({ target: { value } }: { target: { value: string } }) {
      setErrors({});
      if (name === 'secret') setSecret(value);
      else onAccount({ ...account, [name]: value });
    },
  });

  return (
    <form ref={element} onSubmit={submit} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
      {host ? (
        <Field label={host.label} help={host.help} error={errors.host} required>
          <TextInput {...bind('host')} {...plainText} inputMode="url" />
        </Field>
      ) : null}
      {username ? (
        <Field
          label={username.isOptional ? <OptionalLabel>{username.label}</OptionalLabel> : username.label}
          help={username.help}
          error={errors.username}
          required={!username.isOptional}
        >
          <TextInput {...bind('username')} {...plainText} />
        </Field>
      ) : null}
      <div>
        <Field label={secret.label} help={secret.help} error={errors.secret} required>
          <SecretInput {...bind('secret')} />
        </Field>
        {where && (!host || looksLikeHost(fields.host)) ? (
          <p className="mt-1.5 text-meta">
            <OutsideLink address={where.address(fields.host.trim())}>{where.label}</OutsideLink>
          </p>
        ) : null}
      </div>
      {failure ? <NotSent what="Not linked." reason={failure} /> : null}
      <div>
        <Button type="submit" variant="primary" busy={isPending} busyText="Linking...">
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

function findMissing(source: LinkableSource, fields: LinkFields): LinkErrors {
  const { host, username, secret } = linkForms[source];
  const required = [
    { name: 'host', label: host?.label },
    { name: 'username', label: username?.isOptional ? undefined : username?.label },
    { name: 'secret', label: secret.label },
  ] as const;
  const missing = required.filter(({ name, label }) => label !== undefined && fields[name].trim() === '');
  return Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is missing.`]));
}

type LinkingReactions = { onLinked: () => void; onFieldError: (errors: LinkErrors) => void };

function useLinking(userId: string, source: LinkableSource, { onLinked, onFieldError }: LinkingReactions) {
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    // A password must not stay in memory after its use.
    gcTime: 0,
    mutationFn: (fields: LinkFields) => call(linkAccount, { body: { source, ...fields } }),
    onSuccess({ username, host }) {
      onLinked();
      showToast(message('account_linked', { username, host }));
      void client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
    onError(problem) {
      const { notice, reason } = readFailure(problem, 'account_link_failed');
      const field = fieldOf(problem, source);
      if (field) onFieldError({ [field]: reason });
      showToast(notice);
    },
  });
  const failure =
    error && !fieldOf(error, source) ? readFailure(error, 'account_link_failed').reason : undefined;
  return {
    mutate: (fields: LinkFields) => mutate(fields, { onSuccess: reset }),
    isPending,
    failure,
  };
}

/** Field of the source's form that a refusal belongs to. */
function fieldOf(error: unknown, source: LinkableSource): keyof LinkFields | undefined {
  const { code } = readFailure(error, 'account_link_failed');
  const field = code ? fieldsByCode[code] : undefined;
  return field && field in linkForms[source] ? field : undefined;
}

const fieldsByCode: Partial<Record<MessageCode, keyof LinkFields>> = {
  account_host_not_allowed: 'host',
  account_host_other_kind: 'host',
  account_host_unavailable: 'host',
  account_wrong_credentials: 'secret',
};

/** Labels and help of the fields that link an account. An absent field is not shown. */
type LinkFormTexts = {
  host?: { label: string; help: string };
  username?: { label: string; help?: string; isOptional?: boolean };
  secret: { label: string; help: string };
  /** The page that gives the secret out. */
  where?: { label: string; address: (host: string) => string };
};

const linkForms: Record<LinkableSource, LinkFormTexts> = {
  mastodon: {
    host: { label: 'Server', help: 'Where your account is, like social.example.org.' },
    secret: {
      label: 'Access token',
      help: 'Preferences, Development, New application, with read and write:statuses.',
    },
    where: {
      label: 'Open that page on your server',
      address: (host) => `https://${host}/settings/applications/new`,
    },
  },
  lemmy: {
    host: { label: 'Server', help: 'Where your account is, like lemmy.example.org.' },
    username: { label: 'Name' },
    secret: {
      label: 'Password',
      help: 'Used once to sign in; never kept.',
    },
  },
  discourse: {
    host: { label: 'Forum', help: 'Its address, like forum.example.com.' },
    username: { label: 'Name', isOptional: true },
    secret: {
      label: 'User API key',
      help: 'May read and write. Ask the forum’s team if you find none.',
    },
  },
  bluesky: {
    username: { label: 'Handle', help: 'Like name.bsky.social.' },
    secret: {
      label: 'App password',
      help: 'In Settings, Privacy and security. Not your own password.',
    },
    where: { label: 'Open that page', address: () => 'https://bsky.app/settings/app-passwords' },
  },
};
