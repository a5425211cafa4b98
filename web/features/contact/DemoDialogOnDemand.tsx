import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { DemoDialogProps } from './DemoDialog.tsx';

/** 'Book a Demo', fetched when it is first wanted; once fetched it keeps what is typed in it. */
export function DemoDialogOnDemand(props: DemoDialogProps) {
  const [Loaded, setLoaded] = useState<ComponentType<DemoDialogProps> | null>(null);
  const isWanted = props.open && Loaded === null;

  const giveUp = useEffectEvent(() => {
    props.onClose();
    showToast(offline);
  });
  useEffect(() => {
    if (!isWanted) return;
    import('./DemoDialog.tsx').then(
      ({ DemoDialog }) => setLoaded(() => DemoDialog),
      () => giveUp(),
    );
  }, [isWanted]);

  return Loaded ? <Loaded {...props} /> : null;
}
