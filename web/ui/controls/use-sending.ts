import { useRef, useState } from 'react';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { HumanSigns } from './HumanCheck.tsx';

type Failure = { notice: ToastContent; reason: string };
type Signs = ReturnType<HumanSigns['read']>;

/** Sends a form that programs must not send: whether it is on its way, and why the last try failed. */
export function useSending<F extends Failure>(readFailure: (error: unknown) => F) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const signs = useRef<HumanSigns>(null);

  /** Gives the reply, or tells the failure by a toast and then to `onFailure`. */
  async function send<Reply>(
    post: (signs: Partial<Signs>) => Promise<Reply>,
    onFailure: (failure: F) => void,
  ): Promise<Reply | undefined> {
    setFailure(undefined);
    setBusy(true);
    try {
      return await post(signs.current?.read() ?? {});
    } catch (error) {
      const found = readFailure(error);
      showToast(found.notice);
      setFailure(found.reason);
      onFailure(found);
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, signs, send, forgetFailure: () => setFailure(undefined) };
}
