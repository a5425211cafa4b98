import { isWebAddress } from '#shared/rules/text/web-address.ts';

/** The address of an app, complete where only its host was typed; anything else as it was typed. */
export function withScheme(typed: string): string {
  const address = `https://${typed.trim()}`;
  return bareHost.test(typed.trim()) && isWebAddress(address) ? address : typed;
}

/** Words with dots between them, the last of which begins with a letter: `1.5` is no host. */
const bareHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]*$/u;
