import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';

/** Shown from here on. */
const near = ideaLimit * 0.9;

/** Why an idea is too long to be sent; null when it is not. */
export function ideaTooLong(idea: string): string | null {
  const { length } = idea.trim();
  if (length <= ideaLimit) return null;
  return `That is ${length.toLocaleString()} characters. Please shorten it to ${ideaLimit.toLocaleString()}.`;
}

/** How long an idea is and may be, where the limit is near; null elsewhere. */
export function ideaLengthNote(idea: string): string | null {
  const { length } = idea.trim();
  return length < near ? null : `${length.toLocaleString()} of ${ideaLimit.toLocaleString()} characters`;
}
