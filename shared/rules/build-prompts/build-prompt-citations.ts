/** A line without its citations, and the answers it cites. */
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
      .replace(chosen, '')
      .replace(notSpoken, (note) => (note.includes('#') ? take(note) : ''))
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

/** Repeats the turn until it changes nothing: brackets may be in brackets. */
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

/** Citation behind a feature's line: " (answers #3, #7 speak of it)". */
export function spokenOf(numbers: number[]): string {
  return numbers.length === 0
    ? ''
    : ` (${answersNamed(numbers)} ${numbers.length === 1 ? 'speaks' : 'speak'} of it)`;
}

/** How often an option was chosen, of how many where that is known, and by whom. */
export function chosenBy({ name, count, answered, numbers = [] }: Chosen): string {
  const often = count === 1 ? 'once' : `${count} times`;
  const by = [`"${name}"`, ...numbersNamed(numbers, count)].join(', ');
  return ` (chosen ${answered === null ? often : `by ${count} of ${answered}`}: ${by})`;
}

/** "#3", "#7" and "…" for the others of `count`; nothing where no number is known. */
export function numbersNamed(numbers: number[], count: number): string[] {
  const rest = numbers.length > 0 && count > numbers.length ? ['…'] : [];
  return [...numbers.map((number) => `#${number}`), ...rest];
}

/** True when the line holds a note of `notSpokenOf`. */
export function isNoted(line: string): boolean {
  return line.search(notSpoken) !== -1;
}

type Chosen = { name: string; count: number; answered: number | null; numbers?: number[] };

/** Said of a feature that nothing speaks for: who may speak against it, or how many answers were looked through. */
export function notSpokenOf(against: number[], newest: number | null): string {
  if (against.length > 0) return `(${answersNamed(against)} may speak against it)`;
  return newest === null
    ? '(no answer speaks of it yet)'
    : `(none of the newest ${newest} written answers a question speaks of it)`;
}

// Space is counted, since a line of nothing else would take quadratic time.
const notSpoken =
  /[ \t]{0,3}\((?:no answer speaks of it yet|none of the newest \d+ written answers a question speaks of it|answers? #\d{1,9}(?:, #\d{1,9}){0,20} may speak against it)\)/g;
const chosen =
  /[ \t]{0,3}\(chosen (?:once|\d{1,9} times|by \d{1,9} of \d{1,9}): "[^"\n]*"(?:, (?:#\d{1,9}|…)){0,6}\)/g;
const bracketed = /[ \t]{0,3}(?:\[[^[\]()\n]{1,400}\]|\([^[\]()\n]{1,400}\))/g;
const trailing =
  /(?:[ \t]{0,3}[,;:–—-])?[ \t]{1,3}(?:asked for in |see |from )?answers? #\d{1,9}(?:[\s,;&]+(?:and )?#\d{1,9})*(?: speaks? of it)?\.?[ \t]*$/i;
// Beside its numbers a citation holds at most the word for "answers".
const citationWords =
  /^(?:(?:asked for in|requested in|see|from|source) )?(?:(?:the )?(?:survey )?(?:answers?|antworten?|respuestas?|reponses?|réponses?|risposte?|risposta|respostas?))?(?: ?speaks? of (?:it|this))?$/i;

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
