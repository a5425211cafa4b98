import type { BuilderName } from '#shared/contracts/build-prompts.ts';
import { builders } from '#shared/rules/build-prompts/builders.data.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';

/** Address that opens a builder; `isFilled` where the prompt is in it, else it has to be pasted there. */
export type BuilderLink = { url: string; isFilled: boolean };

/** Compresses a text into characters that an address can hold, as lz-string does. */
export type Compress = (text: string) => string;

/**
 * Address of a builder with the prompt filled in, where the builder documents one and the prompt is short enough for it.
 * Read in 2026-11: docs.lovable.dev/integrations/build-with-url (up to 50,000 characters),
 * docs.replit.com/replitai/open-in-replit (compressed; up to 50,000), cursor.com/docs/reference/deeplinks (addresses up
 * to 8,000), and the "Open in v0" links of Vercel's own documentation, which name no limit. Bolt documents none.
 */
export function builderLink(name: BuilderName, prompt: string, compress: Compress | null): BuilderLink {
  const url = filledAddress(name, wellFormed(prompt), compress);
  if (prompt.trim() !== '' && url && url.length <= longestAddress(name)) return { url, isFilled: true };
  return { url: builders.find((builder) => builder.name === name)?.url ?? '', isFilled: false };
}

function filledAddress(name: BuilderName, prompt: string, compress: Compress | null): string | null {
  switch (name) {
    case 'lovable':
      return `https://lovable.dev/?autosubmit=true#prompt=${encodeURIComponent(prompt)}`;
    case 'replit':
      return compress && `https://replit.com/?stack=Build&prompt=${compress(prompt)}`;
    case 'cursor':
      return `https://cursor.com/link/prompt?text=${encodeURIComponent(prompt)}`;
    case 'v0':
      return `https://v0.app/chat?q=${encodeURIComponent(prompt)}`;
    case 'bolt':
    case 'plain':
      return null;
  }
}

/** Addresses of Lovable keep the prompt in their fragment, which no server reads. Prompts never reach 50,000 characters. */
function longestAddress(name: BuilderName): number {
  return name === 'lovable' || name === 'replit' ? Number.POSITIVE_INFINITY : 8_000;
}
