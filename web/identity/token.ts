type TokenSource = (isNew?: boolean) => Promise<string | null>;

let source: TokenSource = async () => null;

/** Says where calls get their bearer token from, once the identity provider is known. */
export function setTokenSource(next: TokenSource): void {
  source = next;
}

let renewal: () => Promise<unknown> = async () => {
  throw new Error('Nobody is signed in.');
};

/** Says how the server is asked for another session cookie. */
export function setSessionRenewal(next: () => Promise<unknown>): void {
  renewal = next;
}

/** Asks for another session cookie. @returns true when there is one now. */
export function renewSession(): Promise<boolean> {
  return renewal().then(
    () => true,
    () => false,
  );
}

/** The signed-in user's bearer token, or null; `isNew` asks the provider for another than the one that is kept. */
export function readToken(isNew = false): Promise<string | null> {
  return source(isNew);
}

/** Longest wait for a response that a page needs, in milliseconds. */
export const timeLimitMs = 15_000;

/** True when a call ended because its response took too long. */
export function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}
