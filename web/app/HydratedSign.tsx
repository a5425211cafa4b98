import { useEffect } from 'react';

/** Tells the script in the prerendered page that what was pressed before can be pressed again. */
export function HydratedSign() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
  }, []);
  return null;
}
