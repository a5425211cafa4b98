import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#web/identity/session.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { SignedInMenu } from './SignedInMenu.tsx';
import { SignedOutMenu } from './SignedOutMenu.tsx';

export function Header() {
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useMenu(toggle);
  return (
    <header className="relative z-20 border-b border-line bg-canvas">
      <div className="mx-auto flex h-15 max-w-6xl items-center gap-6 px-4 sm:px-6">
        <Link to="/" className="flex rounded-s">
          <Mark />
        </Link>
        <div className="hidden grow items-center xl:flex">
          <MenuContent layout="row" />
        </div>
        <IconButton
          ref={toggle}
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => setOpen(!open)}
          className="-mr-2 ml-auto xl:hidden"
        >
          {open ? <X size={20} aria-hidden="true" /> : <Menu size={20} aria-hidden="true" />}
        </IconButton>
      </div>
      <div
        id="mobile-menu"
        hidden={!open}
        className="absolute inset-x-0 top-full animate-fade border-y border-line bg-raised px-4 py-3 shadow-float xl:hidden"
      >
        {open ? <MenuContent layout="column" onChosen={() => setOpen(false)} /> : null}
      </div>
    </header>
  );
}

export type MenuProps = { layout: 'row' | 'column'; onChosen?: () => void };

function MenuContent(props: MenuProps) {
  const { status } = useSession();
  // Nothing until it is known who is here: the wrong menu would flash.
  if (status === 'loading' || status === 'unreachable') return null;
  return status === 'signed-in' ? <SignedInMenu {...props} /> : <SignedOutMenu {...props} />;
}

/** Whether the mobile menu is open. Escape closes it, and so does going anywhere. */
function useMenu(toggle: RefObject<HTMLButtonElement | null>): [boolean, (open: boolean) => void] {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;

  useEffect(() => {
    if (!open) return;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setOpenedAt(null);
      toggle.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open, toggle]);

  return [open, (wanted) => setOpenedAt(wanted ? key : null)];
}
