/** What a line says about who asked for it. */
type Citations = { bare: string; numbers: number[] };

/** A line without its citations, in brackets or at its end, as models and `feature-evidence` write them. */
export function readCitations(line: string): Citations {
  const numbers = new Set<number>();
  const take = (found: string) => {
    for (const number of numbersIn(found)) numbers.add(number);
    return '';
  };
  const bare = settled(line, (text) =>
    text
      .replace(ownNotes, '')
      .replace(bracketed, (group) => (isCitation(group) ? take(group) : group))
      .replace(trailing, take)
      .trimEnd(),
  );
  return { bare, numbers: [...numbers].sort((a, b) => a - b) };
}

/** The line with citations of numbers that do not exist taken out; the line itself when there are none. */
export function withoutUnknownNumbers(line: string, known: Set<number>): string {
  const clean = (group: string) => {
    if (!isCitation(group)) return group;
    const numbers = numbersIn(group);
    const kept = numbers.filter((number) => known.has(number));
    if (kept.length === numbers.length) return group;
    return kept.length > 0 ? ` (${answersNamed(kept)})` : '';
  };
  return settled(line, (text) => text.replace(bracketed, clean));
}

/** What is left once the turn changes nothing any more: brackets may stand in brackets. */
function settled(line: string, turn: (text: string) => string): string {
  let text = line;
  for (let round = 0; round < deepest; round += 1) {
    const next = turn(text);
    if (next === text) return text;
    text = next;
  }
  return text;
}

const deepest = 20;

/** "answer #3", "answers #3, #7". */
export function answersNamed(numbers: number[]): string {
  return `${numbers.length === 1 ? 'answer' : 'answers'} ${numbers.map((number) => `#${number}`).join(', ')}`;
}

/** Said of a feature that no answer tells of. */
export const nobodyAsked = '(nobody asked for this yet)';

// Space is counted, since a line of nothing else would take quadratic time.
const ownNotes = /[ \t]{0,3}\((?:nobody asked for this yet|chosen by \d+ of \d+: "[^"\n]*")\)/g;
const bracketed = /[ \t]{0,3}(?:\[[^[\]()\n]{1,400}\]|\([^[\]()\n]{1,400}\))/g;
const trailing =
  /(?:[ \t]{0,3}[,;:–—-])?[ \t]{1,3}(?:asked for in |see |from )?answers? #\d{1,9}(?:[\s,;&]+(?:and )?#\d{1,9})*\.?[ \t]*$/i;
// Beside its numbers a citation holds at most the word for "answers".
const citationWords =
  /^(?:(?:asked for in|requested in|see|from|source) )?(?:(?:the )?(?:survey )?(?:answers?|antworten?|respuestas?|reponses?|réponses?|risposte?|risposta|respostas?))?$/i;

function isCitation(group: string): boolean {
  if (!/#\d|\banswers?:? ?\d/i.test(group)) return false;
  const words = group
    .replace(/\d+/g, ' ')
    .replace(/\b(?:and|und|y|et|e)\b/gi, ' ')
    .replace(/[[\]()#,;:&–—-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const once = words.replace(/\b(answers?)(?: \1)+\b/gi, '$1');
  return citationWords.test(once);
}

function numbersIn(text: string): number[] {
  return (text.match(/\d{1,9}/g) ?? []).map(Number);
}
