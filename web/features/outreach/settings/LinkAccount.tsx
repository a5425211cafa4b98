import { type FormEvent, useRef, useState } from 'react';
import { sourceWords } from '#shared/rules/source-words.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusFirst } from '#web/ui/focus-first.ts';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type LinkableSource, linkForms } from './link-forms.data.ts';
import { Refused } from './Refused.tsx';
import { SecretInput } from './SecretInput.tsx';
import { type LinkFields, type NamedAccount, unnamed, useLinkForm } from './use-link-form.ts';

const sources = Object.keys(linkForms) as LinkableSource[];

/** Links an account of a source whose interface takes replies. */
export function LinkAccount({ userId }: { userId: string }) {
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
              {sourceWords[each]}
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
          Link {sourceWords[source]} account
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
