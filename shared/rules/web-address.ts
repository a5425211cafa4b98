import { markPattern } from './secret-mark.ts';

/**
 * Whether a text is the full address of a web page: `http` or `https`, and nothing that a URL would leave out. What
 * `maskSecrets` put into it, such as `[masked: password]`, counts as a word.
 */
export function isWebAddress(text: string): boolean {
  const address = text.replace(markPattern, 'masked');
  return !/[\s\p{Cc}]/u.test(address) && /^https?:\/\//i.test(address) && URL.canParse(address);
}
