import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { showToast } from '#web/ui/toast.ts';
import type { AuthDialogProps } from './AuthDialog.tsx';

/** The authentication dialog, fetched when it is first wanted; once fetched it keeps what is typed in it. */
export function AuthDialogOnDemand(props: AuthDialogProps) {
  const [Loaded, setLoaded] = useState<ComponentType<AuthDialogProps> | null>(null);
  const isWanted = props.view !== null && Loaded === null;

  const giveUp = useEffectEvent(() => {
    props.onCancel();
    showToast(message('offline'));
  });
  useEffect(() => {
    if (!isWanted) return;
    import('./AuthDialog.tsx').then(
      ({ AuthDialog }) => setLoaded(() => AuthDialog),
      () => giveUp(),
    );
  }, [isWanted]);

  return Loaded ? <Loaded {...props} /> : null;
}
