import { Link } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

/** Closes the small window; a page that was opened in a tab of its own leads back instead, for it can't be closed. */
export function CloseWindow() {
  return window.opener ? (
    <Button variant="primary" onClick={() => window.close()}>
      Close this window
    </Button>
  ) : (
    <Link to="/settings" className={buttonClass({ variant: 'primary' })}>
      Go to the settings
    </Link>
  );
}
