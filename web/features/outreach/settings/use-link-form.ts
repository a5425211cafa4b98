import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linkAccount } from '#shared/contracts/linked-accounts.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { type LinkableSource, type LinkCredentials, linkForms } from './link-forms.data.ts';

export type LinkFields = Omit<LinkCredentials, 'source'>;
export type LinkErrors = Partial<Record<keyof LinkFields, string>>;

/** Which account it is: that stays when another source is chosen. */
export type NamedAccount = Pick<LinkFields, 'host' | 'username'>;
export const unnamed: NamedAccount = { host: '', username: '' };

type LinkFormOptions = {
  named: NamedAccount;
  onNamed: (named: NamedAccount) => void;
  /** Problems to correct first, by field. */
  onErrors: (errors: LinkErrors) => void;
};

/** The form that links an account of one source; what is typed stays until the server has taken it. */
export function useLinkForm(userId: string, source: LinkableSource, options: LinkFormOptions) {
  const { named, onNamed, onErrors } = options;
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const fields: LinkFields = { ...named, secret };
  const [errors, setErrors] = useState<LinkErrors>({});
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending, reset } = useMutation({
    networkMode: 'always',
    // A password must not lie in the memory after its use.
    gcTime: 0,
    mutationFn: (given: LinkFields) => call(linkAccount, { body: { source, ...given } }),
    onSuccess({ username, host }) {
      onNamed(unnamed);
      setSecret('');
      showToast(message('account_linked', { username, host }));
      void client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
    onError(error) {
      const { notice, reason, code } = readFailure(error, 'account_link_failed');
      const field = code ? fieldOf[code] : undefined;
      if (field && field in linkForms[source]) showErrors({ [field]: reason });
      else setFailure(reason);
      showToast(notice);
    },
  });

  function showErrors(found: LinkErrors) {
    setErrors(found);
    onErrors(found);
  }

  return {
    fields,
    errors,
    failure,
    busy: isPending,
    change({ secret: typed = secret, ...change }: Partial<LinkFields>) {
      setSecret(typed);
      onNamed({ ...named, ...change });
      setErrors({});
    },
    /** Sends them when nothing is missing. */
    submit() {
      const found = findMissing(source, fields);
      setFailure(undefined);
      showErrors(found);
      if (Object.keys(found).length === 0) mutate(askedOf(source, fields), { onSuccess: reset });
    },
  };
}

const fieldOf: Partial<Record<MessageCode, keyof LinkFields>> = {
  account_host_not_allowed: 'host',
  account_host_other_kind: 'host',
  account_host_unavailable: 'host',
  account_wrong_credentials: 'secret',
};

/** Text typed for another source stays here. */
function askedOf(source: LinkableSource, { host, username, secret }: LinkFields): LinkFields {
  const form = linkForms[source];
  return { host: form.host ? host : '', username: form.username ? username : '', secret };
}

function findMissing(source: LinkableSource, fields: LinkFields): LinkErrors {
  const { host, username, secret } = linkForms[source];
  const asked = [
    { name: 'host', label: host?.label },
    { name: 'username', label: username?.isOptional ? undefined : username?.label },
    { name: 'secret', label: secret.label },
  ] as const;
  const missing = asked.filter(({ name, label }) => label !== undefined && fields[name].trim() === '');
  return Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is missing.`]));
}
