import { plainWordsOf, readPhrases, startsPhrase } from './phrases.ts';
import type { RuleCard } from './rule-cards.ts';

/** The rules that a server publishes, and the day they were read, 'YYYY-MM-DD'. */
export type ServerRules = { texts: string[]; readOn: string };

const machines = readPhrases([
  ...['ai', 'a i', 'artificial intelligence', 'llm*', 'gpt*', 'chatgpt*', 'generated', 'generative'],
  ...['machine written', 'bot', 'bots', 'botting', 'automat*', 'scripts'],
]);

/**
 * A place's card with the rules of the server on which the owner's account lives. Where they mention AI or bots, only
 * the owner's own words go there, by the owner's approval: then there is no AI to disclose.
 */
export function withServerRules(
  card: RuleCard,
  account: { host: string; rules: ServerRules | null } | null,
): RuleCard {
  if (!account?.rules) return card;
  const { texts, readOn } = account.rules;
  const source = `https://${account.host}/about`;
  const read = { ...card, readOn, rules: [...texts.map((text) => ({ text, source })), ...card.rules] };
  return texts.some(mentionsMachines)
    ? { ...read, generatedText: 'unwelcome', automatedPosting: false }
    : read;
}

function mentionsMachines(text: string): boolean {
  const words = plainWordsOf(text);
  return words.some((_, at) => startsPhrase(machines, words, at));
}
