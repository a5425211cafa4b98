import { clsx } from 'clsx';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/Button.tsx';
import type { MenuProps } from './Header.tsx';

/** Both ways in open the authentication dialog (specification 2, Header). */
export function SignedOutMenu({ layout, onChosen }: MenuProps) {
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
