/** Clauses of an answer that state something, and clauses that refuse something ("please, no reminders"). */
type Split = { stated: string; refused: string };

/**
 * Parts an answer into what it tells and what it refuses. A clause refuses when it holds a negation; "I could not find
 * it" and the like tell of a trouble and don't. A clause that is nothing but a refusal ("no thanks", "I would not
 * change it") refuses what is before it. Made for English, with the plainest negations of some other languages. Wrong
 * towards refusing: a trouble told with a "no" is lost, a "no" is never taken for a wish.
 */
export function splitRefusals(text: string): Split {
  const sentences = text
    .slice(0, longestRead)
    .split(/[.!?;\n]+/)
    .map(clausesOf)
    .filter((clauses) => clauses.length > 0);
  sentences.forEach((clauses, place) => {
    if (clauses[0]?.isBare) refuseAll(sentences[place - 1] ?? []);
    refuseAll(clauses.slice(0, clauses.findLastIndex(({ isBare }) => isBare) + 1));
    clauses.forEach((clause, index) => {
      // "No reminders, badges": a list goes on being refused.
      if (clauses[index - 1]?.isRefused && isListed(clause.text)) clause.isRefused = true;
    });
  });
  const textOf = (isRefused: boolean) =>
    sentences
      .flat()
      .filter((clause) => clause.isRefused === isRefused)
      .map((clause) => clause.text)
      .join('. ');
  return { stated: textOf(false), refused: textOf(true) };
}

/** True when options chosen or text written under this question are things people would rather not have. */
function isRefusingQuestion(question: string): boolean {
  return wouldRefuse.test(question) || unwanted.test(withoutTroubles(question));
}

/** The same for questions about what people left behind, whose options name what they left, not what they lack. */
function isLeavingQuestion(question: string): boolean {
  return leaving.test(question);
}

/** True for either. */
export function asksForRefusals(question: string): boolean {
  return isRefusingQuestion(question) || isLeavingQuestion(question);
}

type Clause = { text: string; isRefused: boolean; isBare: boolean };

const longestRead = 4_000;

function clausesOf(sentence: string): Clause[] {
  return sentence
    .split(
      /[,:()–—]|\s-\s|\b(?:but|because|although|though|until|and (?=(?:I|we|he|she|they|it|then|so)\b))/i,
    )
    .filter((text) => text.trim() !== '')
    .map((text) => {
      // Most clauses hold no negation, and need no second look.
      const plain = refusal.test(text) ? withoutTroubles(text) : '';
      const isRefused = refusal.test(plain);
      return { text, isRefused, isBare: isRefused && isBareRefusal(plain) };
    });
}

function refuseAll(clauses: Clause[]): void {
  for (const clause of clauses) clause.isRefused = true;
}

function isBareRefusal(text: string): boolean {
  const rest = text.replace(everyRefusal, ' ').replace(fillers, ' ');
  return rest.trim() === '' || /\b(?:it|that|this|them|those|these|anything)\b\W*$/i.test(text);
}

function isListed(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.length <= 4 && !/\b(?:i|we|he|she|it|they|is|are|was|were|had|has|have|the|my)\b/i.test(text);
}

/** Missing or impossible things are troubles, not refusals. */
function withoutTroubles(text: string): string {
  return text.replace(inability, ' ').replace(lack, ' ').replace(leftAlone, ' ');
}

// Troubles that are told with a "not".
const inability =
  /\b(?:(?:could|can|did|do|does)(?:n['’]?t| ?not)|cannot|unable to|not able to|not) (?:(?:even|really|always|ever|easily|quickly) )?(?:(?:find(?:ing)?|see|reach(?:ing)?|tell|read|notic(?:e|ing)|understand(?:ing)?|remember(?:ing)?|know(?:ing)?|hear(?:ing)?|prove|compare|open|keep up|keep track)(?! (?:\w+ ){0,3}(?:point|need|use|why|value|reason|sense))\b|trust (?:strangers?|people|anyone|anybody|them|him|her)\b|(?:on|in) time\b|enough\b|clear\b|sure\b|possible\b)|\bno longer (?:fits?|works?|match(?:es)?|find|see|open)\b/gi;

const lack =
  /\b(?:no|without(?: an?y?)?) (?:\w+ )?(?:internet|signal|connection|reception|wi-?fi|repl(?:y|ies)|response|advice|idea|clue|overview|record|proof|time|news|way (?=to|of))\b(?=\W*$| (?:in|on|at|from|to|of|for|and|or|when|who|what|how|where|there|so|by|about)\b)/gi;

// Things that others did not do: "they never paid", "I was not told".
const leftAlone =
  /(?<!\b(?:i|we)(?: (?:have|had|would|will|did|do))? )\b(?:(?:did|do|does|has|have)(?:n['’]?t| not)|never) (?:\w+ )?(?:repl(?:y|ied)|answer(?:ed)?|respond(?:ed)?|show(?:ed)? up|turn(?:ed)? up|arrived?|c[ao]me|pa(?:y|id))\b|\b(?:never|(?:was|were)(?:n['’]?t| not)) (?:told|informed|asked)\b|\bnever (?:knew|know|heard|found|saw|noticed)\b/gi;

const refusal =
  /(?<!\p{L})(?:no|not|never|without|against|refuse|refused|neither|nor|cannot|(?:do|does|did|wo|would|could|ca|is|are|was|were|should|have|has|had)n['’]?t|hates?(?! (?!getting|receiving|having|using|seeing|being)\p{L}+ing(?!\p{L}))|hated(?! \p{L}+ing(?!\p{L}))|dislikes?|detest|loathe|can['’]?t stand|last thing|no way|delete|uninstall|unsubscribe|switch(?:ed)? off|turn(?:ed)? off|stop (?:sending|using|asking)|unnecessary|useless|pointless|nobody (?:needs|wants|uses|likes)|too many (?:apps|notifications|emails)|kein\p{L}*|nicht|nie|niemals|ohne|unnötig|non|pas|jamais|sans|aucune?|sin|nunca|jamás|nessun\p{L}*|senza|não|nem|sem|не|нет|никогда|без)(?!\p{L})|不(?:要|想|用|需要|喜欢)/iu;

const everyRefusal = new RegExp(refusal, 'giu');

const fillers =
  /\b(?:thanks?|thank you|please|for me|at all|really|ever|again|way|i|we|me|my|a|an|the|to|of|would|will|do|be|am|is|are|so|oh|one|thing|want|need|use|like|all|any|in|on|with|now|yet|though|if|you|it|that|this|them|those|these|anything|absolutely|definitely|certainly)\b|[^\p{L}]+/giu;

const leaveWords =
  '(?:stop|stopped|quit|leave|left|delete|deleted|uninstall(?:ed)?|cancel(?:led)?|unsubscribe|drop|dropped|abandon(?:ed)?|avoid|ignore|reject|give up|gave up|switch off|switched off)';

const leaving = new RegExp(
  `\\b(?:make|makes|made|did|do|have) (?:you|people) (?:\\w+ ){0,3}(?:${leaveWords}|hate|dislike)\\b|\\b(?:stop|stopped|quit) using\\b|\\b(?:tried|used) and (?:dropped|left|given up)\\b`,
  'i',
);

const wouldRefuse = new RegExp(
  `\\b(?:would|could|might|should|will)\\b.*\\b(?:${leaveWords}|annoy|bother|worry|scare|hate|dislike|stop|off|distrust|lose your trust)\\b`,
  'i',
);

const unwanted =
  /(?:\bnot|\bnever|n['’]t) (?:\w+ ){0,3}(?:want|need|use|like|miss|build|add|include|pay|buy|trust|care)\b|\b(?:do without|unnecessary|unneeded|unwanted|useless|superfluous|could skip)\b|(?<!\bat )\bleast\b/i;
