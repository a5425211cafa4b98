import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import packs from './topic-packs.json' with { type: 'json' };

/** Options that a topic adds to "What did you try?", only where one of its nouns stands in the idea as a whole word. */
export function packOptions(idea: string, language: IdeaLanguage): string[] {
  const said = new Set(idea.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []);
  const names = (nouns: string) =>
    nouns
      .toLowerCase()
      .split(' ')
      .some((noun) => said.has(noun));
  return [
    ...new Set(
      packs.filter(({ nouns }) => names(nouns[language])).flatMap(({ options }) => options[language]),
    ),
  ];
}
