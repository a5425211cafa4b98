import * as z from 'zod/mini';
import { wellFormed } from '#shared/rules/text/well-formed.ts';

/**
 * Text that a person wrote: any script, emoji and direction, up to `max` UTF-16 units.
 * NUL and lone surrogates are refused, because PostgreSQL and UTF-8 can't keep them.
 */
export function text(max: number) {
  return z.string().check(z.maxLength(max), z.refine(isStorable, 'holds characters that cannot be stored'));
}

/** Like `text`, but blank text is refused. */
export function requiredText(max: number) {
  return text(max).check(z.regex(/\S/, 'is required'));
}

function isStorable(value: string): boolean {
  return wellFormed(value) === value && !value.includes('\0');
}
