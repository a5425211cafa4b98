import { onOneLine } from './exact-evidence.ts';

const typed = /(?:, with | it (?:has|needs|includes) )([^.!?\n]{3,200})/i;

/** The features that the founder lists: "… with a late list, reminders and a QR code", "It has …". */
export function typedFeatures(idea: string): string[] {
  const [, said = ''] = idea.match(typed) ?? [];
  const items = said.split(/,\s*(?:and\s+)?| and /i).map((item) => onOneLine(item, 80));
  const fitting = items.filter((item) => /\p{L}{3}/u.test(item) && item.split(' ').length <= 8);
  return fitting.slice(0, 5).map(capitalized);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
