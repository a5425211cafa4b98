import { isLocalAddress } from './local-address.ts';

/** Says so where a link leads to this computer alone, as it does before a public address is set. */
export function LocalLinkNote({ address, what = 'your link' }: { address: string; what?: string }) {
  if (!isLocalAddress(address)) return null;
  return (
    <p className="text-meta text-warn">
      Only this computer can open {what}: it needs a public address (PUBLIC_URL) before others can.
    </p>
  );
}
