import { clsx } from 'clsx';
import { Link, useLocation } from 'react-router';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/Button.tsx';
import type { MenuProps } from './Header.tsx';
import { agentLink, signedInLinks } from './menu.data.ts';

export function SignedInMenu({ layout, onChosen }: MenuProps) {
  const { user, signOut } = useSession();
  const { pathname } = useLocation();
  const row = layout === 'row';
  const links = user?.supportAgent ? [...signedInLinks, agentLink] : signedInLinks;
  return (
    <div className={clsx('grow', row ? 'flex items-center gap-5' : 'grid gap-2')}>
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
        <span className="max-w-44 truncate text-meta text-faint">Welcome, {user?.name || user?.email}!</span>
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
