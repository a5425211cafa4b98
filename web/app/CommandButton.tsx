import Search from 'lucide-react/icons/search';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { useSession } from '#web/identity/session.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { CommandMenuProps } from './CommandMenu.tsx';

/** Opens the command menu, also by Ctrl+K or ⌘K; its code is fetched then. For people who are signed in. */
export function CommandButton() {
  const { status } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps> | null>(null);

  function open() {
    setOpen(true);
    if (Menu) return;
    import('./CommandMenu.tsx').then(
      ({ CommandMenu }) => setMenu(() => CommandMenu),
      () => {
        setOpen(false);
        showToast(offline);
      },
    );
  }
  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return;
    const isShortcut = (event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k';
    // An open dialog keeps the keys to itself.
    if (!isShortcut || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    open();
  });
  const isSignedIn = status === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return;
    document.addEventListener('keydown', takeKey);
    return () => document.removeEventListener('keydown', takeKey);
  }, [isSignedIn]);

  if (!isSignedIn) return null;
  return (
    <>
      <IconButton
        aria-label="Go to"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to (Ctrl K)"
        onClick={open}
      >
        <Search size={18} aria-hidden="true" />
      </IconButton>
      {Menu ? <Menu open={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}
