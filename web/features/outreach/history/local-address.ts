/** Whether an address leads to the computer on which it is opened, so that a reader elsewhere gets nowhere. */
export function isLocalAddress(address: string): boolean {
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' };
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname);
}
