import { clsx } from 'clsx';
import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { inboxPath } from '#shared/rules/suite-paths.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { CommandButton } from './CommandButton.tsx';

export function Header() {
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useMenu(toggle);
  const { status } = useSession();
  // Two buttons have room long before eight links.
  const at = status === 'signed-out' ? visitorWidths : memberWidths;
  return (
    <header className="relative z-20 border-b border-line bg-canvas">
      <div className="mx-auto flex h-15 max-w-6xl items-center gap-6 px-4 sm:px-6">
        <Link to="/" className="flex rounded-s">
          <Mark />
        </Link>
        <div className={clsx('hidden min-w-0 grow items-center', at.row)}>
          <MenuContent layout="row" />
        </div>
        <div className={clsx('-mr-2 ml-auto flex items-center', at.tools)}>
          <CommandButton />
          <IconButton
            ref={toggle}
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
            className={at.column}
          >
            {open ? <X size={20} aria-hidden="true" /> : <Menu size={20} aria-hidden="true" />}
          </IconButton>
        </div>
      </div>
      <div
        id="mobile-menu"
        hidden={!open}
        className={clsx(
          'absolute inset-x-0 top-full animate-fade border-y border-line bg-raised px-4 py-3 shadow-float',
          at.column,
        )}
      >
        {open ? <MenuContent layout="column" onChosen={() => setOpen(false)} /> : null}
      </div>
    </header>
  );
}

const visitorWidths = { row: 'md:flex', column: 'md:hidden', tools: 'md:hidden' };
const memberWidths = { row: 'xl:flex', column: 'xl:hidden', tools: 'xl:-ml-3' };

export type MenuProps = { layout: 'row' | 'column'; onChosen?: () => void };

function MenuContent(props: MenuProps) {
  const { status } = useSession();
  // Empty until the session is known: the wrong menu would flash.
  if (status === 'loading' || status === 'unreachable') return null;
  return status === 'signed-in' ? <SignedInMenu {...props} /> : <SignedOutMenu {...props} />;
}

/** True when the mobile menu is open. Escape closes it, and so does going anywhere. */
function useMenu(toggle: RefObject<HTMLButtonElement | null>): [boolean, (open: boolean) => void] {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;

  useEffect(() => {
    if (!open) return;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape' || isTyping(event)) return;
      setOpenedAt(null);
      toggle.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open, toggle]);

  return [open, (wanted) => setOpenedAt(wanted ? key : null)];
}

function SignedInMenu({ layout, onChosen }: MenuProps) {
  const { user, signOut } = useSession();
  const { pathname } = useLocation();
  const row = layout === 'row';
  const links = user?.supportAgent || user?.needsSecondFactor ? [...signedInLinks, agentLink] : signedInLinks;
  return (
    <div className={clsx('min-w-0 grow', row ? 'flex items-center gap-5' : 'grid gap-2')}>
      <nav aria-label="Main" className={row ? 'flex items-center gap-1' : 'grid gap-1'}>
        {links.map(({ text, to }) => (
          <Link
            key={to}
            to={to}
            onClick={onChosen}
            aria-current={isCurrent(to, pathname) ? 'page' : undefined}
            className={clsx(
              'flex items-center rounded-s px-2.5 text-soft transition-colors duration-100 hover:text-ink',
              'aria-[current=page]:font-medium aria-[current=page]:text-ink',
              row ? 'h-8 whitespace-nowrap' : 'h-11 hover:bg-muted',
            )}
          >
            {text}
          </Link>
        ))}
      </nav>
      <div
        className={
          row
            ? 'ml-auto flex min-w-0 items-center gap-1'
            : 'flex items-center justify-between border-t border-line pt-3 pl-2.5'
        }
      >
        <span className="max-w-44 truncate text-meta text-faint">{`Welcome, ${user?.name || user?.email}!`}</span>
        <Button variant="quiet" onClick={() => signOut().then(onChosen)}>
          Logout
        </Button>
      </div>
    </div>
  );
}

function isCurrent(to: string, pathname: string): boolean {
  if (to === '/dashboard') return pathname === '/' || pathname.startsWith('/startup-spark-suite/dashboard');
  return pathname === to || (to === agentLink.to && pathname.startsWith(`${to}/`));
}

/** Both ways in open the authentication dialog (specification 2, Header). */
function SignedOutMenu({ layout, onChosen }: MenuProps) {
  const { openSignIn } = useSession();
  function open() {
    onChosen?.();
    openSignIn('sign-in');
  }
  return (
    <div className={clsx('grow gap-2', layout === 'row' ? 'flex items-center justify-end' : 'grid')}>
      <Button variant="quiet" onClick={open}>
        Watch how it works
      </Button>
      <Button onClick={open}>Sign In</Button>
    </div>
  );
}

/** The signed-in menu, in its order (specification 2, Header). */
export const signedInLinks = [
  { text: 'Dashboard', to: '/dashboard' },
  { text: 'Startup Growth', to: '/#startup-growth' },
  { text: 'Pricing', to: '/#pricing' },
  { text: 'Dev Support', to: '/#dev-support' },
  { text: 'Startup Social', to: '/startup-social' },
  { text: 'Contact Us', to: '/ContactUs' },
  { text: 'Settings', to: '/settings' },
] as const;

/** Shown to support agents only. */
export const agentLink = { text: 'Inbox', to: inboxPath } as const;
