import type { ReactNode } from 'react';

/** The label of a field that may stay empty. */
export function OptionalLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className="font-normal text-faint">(optional)</span>
    </>
  );
}
