import Keyboard from 'lucide-react/icons/keyboard';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';

const KeysDialog = dialogOnDemand(() => import('./KeysDialog.tsx').then((m) => m.KeysDialog));

type InboxKeysProps = {
  /** Effects of single keys; "?" lists them all. */
  keys: Record<string, () => void>;
};

/** Single keys of the inbox, and the button that lists them. */
export function InboxKeys({ keys }: InboxKeysProps) {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(readIsOn);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    if (isField(event.target) || document.querySelector('[role="dialog"]')) return;
    const work = event.key === '?' ? () => setOpen(true) : keys[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <IconButton aria-label="Keyboard keys" title="Keyboard keys (?)" onClick={() => setOpen(true)}>
        <Keyboard size={18} aria-hidden="true" />
      </IconButton>
      <KeysDialog
        open={isOpen}
        onOpenChange={setOpen}
        isOn={isOn}
        onSwitch={(next) => {
          setOn(next);
          saveIsOn(next);
        }}
      />
    </>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

const storageKey = 'inbox-keys';

function readIsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function saveIsOn(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}
