import type { ReactNode } from 'react';
import { readWebAddress } from '#web/ui/web-address.ts';

type OutsideLinkProps = { address: string; children: ReactNode; className?: string };

/** A link to somebody else's page, in a new tab; plain words when the address leads nowhere safe. */
export function OutsideLink({ address, children, className = plain }: OutsideLinkProps) {
  const target = readWebAddress(address);
  if (!target || target.href.startsWith('mailto:')) return <span>{children}</span>;
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

const plain = 'font-medium text-spark-ink underline underline-offset-2 wrap-anywhere';
