import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { AuthDialogProps } from './AuthDialog.tsx';
import type { AccountOnDemand } from './account-on-demand.ts';

type Props = Omit<AuthDialogProps, 'account'> & { account: AccountOnDemand };

/** The authentication dialog, fetched when it is first wanted; once fetched it keeps what is typed in it. */
export function AuthDialogOnDemand({ account, ...props }: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<Omit<AuthDialogProps, 'account'>> | null>(null);
  const isWanted = props.view !== null && Loaded === null;

  const giveUp = useEffectEvent(() => {
    props.onCancel();
    showToast(offline);
  });
  useEffect(() => {
    if (!isWanted) return;
    fetchDialog(account).then(
      (Dialog) => setLoaded(() => Dialog),
      () => giveUp(),
    );
  }, [isWanted, account]);

  return Loaded ? <Loaded {...props} /> : null;
}

async function fetchDialog(
  onDemand: AccountOnDemand,
): Promise<ComponentType<Omit<AuthDialogProps, 'account'>>> {
  const [{ AuthDialog }, { QueryProvider }, account] = await Promise.all([
    import('./AuthDialog.tsx'),
    import('#web/api/QueryProvider.tsx'),
    onDemand.get(),
  ]);
  return (props) => (
    <QueryProvider>
      <AuthDialog {...props} account={account} />
    </QueryProvider>
  );
}
