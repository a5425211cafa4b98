import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type MailKind,
  type MailSettings,
  readMailSettings,
  setMailSettings,
} from '#shared/contracts/mail-settings.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { showToast } from '#web/ui/toast.ts';

const saving = ['save-mail-settings'];

/** Which mails one account gets. A switch shows at once, and goes back when the server refuses. */
export function useMailSettings(userId: string) {
  const client = useQueryClient();
  const queryKey = ['mail-settings', userId];
  const settings = useQuery({ queryKey, queryFn: () => call(readMailSettings, {}) });
  const show = (kind: MailKind, isOn: boolean) =>
    client.setQueryData<MailSettings>(queryKey, (known) => known && { ...known, [kind]: isOn });

  const change = useMutation({
    mutationKey: saving,
    // One after the other: each carries all of the settings.
    scope: { id: 'mail-settings' },
    networkMode: 'always',
    mutationFn: ({ kind, isOn }: Switched) => {
      const known = client.getQueryData<MailSettings>(queryKey) ?? settings.data;
      // The button is only there once they are known.
      return call(setMailSettings, { body: { ...(known as MailSettings), [kind]: isOn } });
    },
    onMutate: async ({ kind, isOn }) => {
      await client.cancelQueries({ queryKey });
      show(kind, isOn);
    },
    onSuccess: (stored) => {
      // What is switched meanwhile is on its way and not in this reply.
      if (client.isMutating({ mutationKey: saving }) > 1) return;
      client.setQueryData(queryKey, stored);
      showToast(message('mail_settings_saved'));
    },
    onError: (_error, { kind, isOn }) => {
      show(kind, !isOn);
      showToast(message('mail_settings_failed'));
    },
  });
  return { ...settings, change: (kind: MailKind, isOn: boolean) => change.mutate({ kind, isOn }) };
}

type Switched = { kind: MailKind; isOn: boolean };
