import { markPattern } from '#shared/rules/secrets/secret-mark.ts';

/**
 * True when a text is the full address of a web page: `http` or `https`, and nothing that a URL would leave out. What
 * `maskSecrets` put into it, such as `[masked: password]`, counts as a word.
 */
export function isWebAddress(text: string): boolean {
  const address = text.replace(markPattern, 'masked');
  return !/[\s\p{Cc}]/u.test(address) && /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** A typed address with `https://` before it when only that is missing, such as 'example.com'; else as it was typed. */
export function completeWebAddress(typed: string): string {
  const whole = `https://${typed.trim()}`;
  if (isWebAddress(typed.trim()) || !isWebAddress(whole)) return typed;
  const { hostname, username } = new URL(whole);
  const isNamed = /^[^.]+(?:\.[^.]+)*\.\p{L}[^.]+$/u.test(hostname) && username === '';
  return isNamed ? whole : typed;
}
