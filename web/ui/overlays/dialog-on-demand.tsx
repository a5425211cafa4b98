import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Message } from '#shared/messages/message.ts';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { dismissError, showToast } from './toast.ts';

/** Props that open and close a dialog; without `open` it is open while rendered. */
type Opening = { open?: boolean; onOpenChange?: (open: boolean) => void; onClose?: () => void };

/**
 * A dialog whose code is fetched when it is first opened; from then on it is there, open or not. When the fetch fails a
 * toast says so, and pressing again tries again.
 */
export function dialogOnDemand<Props extends Opening>(load: () => Promise<ComponentType<Props>>) {
  return function DialogOnDemand(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const hasFailed = useRef(false);
    const isWanted = props.open !== false && Loaded === null;

    const giveUp = useEffectEvent(() => {
      hasFailed.current = true;
      props.onOpenChange?.(false);
      props.onClose?.();
      showToast(notFetched);
    });
    useEffect(() => {
      if (!isWanted) return;
      let isLeft = false;
      if (hasFailed.current) dismissError();
      load().then(
        (Dialog) => setLoaded(() => Dialog),
        () => isLeft || giveUp(),
      );
      return () => {
        isLeft = true;
      };
    }, [isWanted]);

    if (Loaded) return <Loaded {...props} />;
    return isWanted ? <Loading label="Opening" className={place} /> : null;
  };
}

// Future place of the dialog.
const place =
  'pointer-events-none fixed inset-x-4 top-1/3 z-50 mx-auto max-w-md rounded-l bg-raised p-6 shadow-float';

const notFetched: Message = {
  title: 'Error',
  text: 'This could not be opened. Check your connection, or reload the page; nothing you typed is lost.',
  tone: 'error',
};
