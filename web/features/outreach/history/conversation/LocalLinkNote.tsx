/** Says so where a link leads to this computer alone, as it does before a public address is set. */
export function LocalLinkNote({ address, what = 'your link' }: { address: string; what?: string }) {
  if (!isLocalAddress(address)) return null;
  return (
    <p className="text-meta text-warn">
      Only this computer can open {what}: it needs a public address (PUBLIC_URL) before others can.
    </p>
  );
}

/** True when an address leads to the computer on which it is opened, so that a reader elsewhere gets nowhere. */
function isLocalAddress(address: string): boolean {
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' };
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname);
}
