const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Tells where browsers reach the site: for links in mails and for the way back from a checkout. */
export type SiteUrl = (request?: Request) => string;

/**
 * The configured address, or else the loopback name that the browser itself used: a visitor of
 * 127.0.0.1 must not come back to localhost, where the sign-in cookie is unknown.
 */
export function siteUrl(publicUrl: string | null, listeningUrl: () => string): SiteUrl {
  return (request) => {
    if (publicUrl) return publicUrl;
    const host = request?.headers.get('host') ?? '';
    return isLoopbackHost(host) ? `http://${host}` : listeningUrl();
  };
}

/** True when people on other machines reach the site. A configured address of this machine is for development. */
export function isPublicAddress(publicUrl: string | null): boolean {
  return publicUrl !== null && !isLoopbackHost(new URL(publicUrl).host);
}

/** True when no other machine reaches the site: it listens here alone, and no public address leads to it. */
export function isOnThisMachine(host: string, publicUrl: string | null): boolean {
  return isLoopbackHost(host === '::1' ? '[::1]' : host) && !isPublicAddress(publicUrl);
}

/** True for a Host header that names this machine and nothing else. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}
