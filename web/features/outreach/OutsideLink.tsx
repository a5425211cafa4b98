import type { ReactNode } from 'react';
import { readAddress } from '#shared/rules/text/addresses.ts';
import { readWebAddress } from '#web/ui/web-address.ts';

type OutsideLinkProps = { address: string; children: ReactNode; className?: string };

/** A link to another site, in a new tab; plain text where the address is no web page. */
export function OutsideLink({ address, children, className = plain }: OutsideLinkProps) {
  const target = readWebAddress(address);
  if (!target || target.href.startsWith('mailto:')) return <span>{children}</span>;
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title="Opens in a new tab"
      className={className}
    >
      {children}
    </a>
  );
}

const plain = 'font-medium text-spark-ink underline underline-offset-2 wrap-anywhere';

/** Warning for an address that only this computer can open, as before a public address is set. */
export function LocalLinkNote({ address, what = 'your link' }: { address: string; what?: string }) {
  const { hostname = '' } = readAddress(address) ?? {};
  if (!/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname)) return null;
  return <p className="text-meta text-warn">Only this computer can open {what}.</p>;
}
