type TokenSource = (isNew?: boolean) => Promise<string | null>;

let source: TokenSource = async () => null;

/** Says where calls get their bearer token from, once the identity provider is known. */
export function setTokenSource(next: TokenSource): void {
  source = next;
}

/** The signed-in user's bearer token, or null; `isNew` asks the provider for another than the one that is kept. */
export function readToken(isNew = false): Promise<string | null> {
  return source(isNew);
}
