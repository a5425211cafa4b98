import { createHash } from 'node:crypto';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';

const untitled = 'Untitled idea';
const longestTitle = 200;

/** One key for an idea however it is typed: case, spaces and punctuation don't count. */
export function ideaKey(idea: string): string {
  const letters = idea
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  // Key of an idea without letters or digits.
  return createHash('sha256')
    .update(letters || idea.trim())
    .digest('hex');
}

/** The idea, or without one the first line of the content that is no heading. */
export function trailTitle(idea: string, content: string): string {
  if (idea.trim() !== '') return idea.trim();
  const lines = content.split('\n').filter((line) => !/^\s*#/.test(line));
  const words = lines.map((line) => line.replace(/[*_`>]|^\s*[-+]\s/g, '').trim());
  const title = words.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? untitled;
  return withoutHalfCharacter(title.slice(0, longestTitle));
}
