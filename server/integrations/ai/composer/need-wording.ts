/** What people try to do, in the forms that the plan's sentences need. */
export type Need = {
  /** Addressed to the person asked, without the founder's solution: "find good local coffee shops". */
  asked: string;
  /** The same in few words, for a second mention. */
  short: string;
  /** Of third persons, with all that was said: "find the best local coffee shops based on their mood". */
  told: string;
};

/** Words an action for a survey; `ownPronouns` is false when somebody answers for another person. */
export function wordNeed(action: string, ownPronouns: boolean): Need {
  const core = coreOf(action);
  const asked = ownPronouns ? toSecondPerson(core) : core;
  const short = shortOf(asked);
  return { asked, short, told: toThirdPerson(action) };
}

/** First-person and second-person words turned to the third: "your gym" → "their gym". */
export function toThirdPerson(text: string): string {
  return text
    .replace(/(?<!-)\b(your|my|our)\b(?!-)/gi, 'their')
    .replace(/\byourself|myself|ourselves\b/gi, 'themselves')
    .replace(/(?<=\b(near|to|for|with|around|by|of|from|at|about|remind|help|let|show|tell) )you\b/gi, 'them')
    .replace(/\b(you|me|us|I|we)\b(?!\p{L})/gu, (word) => (/^(me|us)$/.test(word) ? 'them' : 'they'));
}

function toSecondPerson(text: string): string {
  return text
    .replace(/(?<!\band )\b(their|my|our)\b/gi, 'your')
    .replace(/\b(themselves|myself|ourselves)\b/gi, 'yourself')
    .replace(/\bthey\b/gi, 'you')
    .replace(/\b(me|us)\b/g, 'you');
}

// The means and the hoped-for outcome are the founder's answer; a question about the past must not hold them.
function coreOf(action: string): string {
  const core = action
    .replace(means, '')
    .replace(outcome, '')
    .replace(/, with (?!whom\b|which\b).*$/i, '')
    .replace(
      /,? (with|using) (the help of )?(an? )?(ai|app|algorithm|camera|photo|machine learning|blockchain)\b.*$/i,
      '',
    )
    .replace(
      /\b(easily|quickly|automatically|seamlessly|instantly|simply|effortlessly|efficiently|conveniently|smoothly) /gi,
      '',
    )
    .replace(
      / (easily|quickly|automatically|seamlessly|instantly|effortlessly|efficiently|faster|better)$/i,
      '',
    )
    .replace(/\b(the|their|your) (very )?(best|perfect|ideal)\b/gi, (found) => goodFor(action, found))
    .replace(/[\s,.;:–—-]+$/, '');
  const isWhole = core.includes(' ') && !/^(find out|know about)$/i.test(core);
  return limitWords(isWhole || !action.includes(' ') ? core : action, 14);
}

// "the best coffee shops" → "good coffee shops", "the best coffee shop" → "a good coffee shop".
function goodFor(action: string, found: string): string {
  const after = action
    .slice(action.indexOf(found) + found.length)
    .trim()
    .split(/ (?:in|at|for|near|to|with|of|on|by|based) /)[0];
  return /s$/.test(after ?? '') ? 'good' : 'a good';
}

function shortOf(asked: string): string {
  if (asked.split(' ').length <= 6 || keptWhole.test(asked)) return asked;
  const cut = asked.match(
    /^(\S+(?: \S+){2,6}?) (?:with|in|at|for|near|when|after|before|during|from|that|who|which|on|of their|about how)\b/,
  );
  const kept = cut?.[1] ?? '';
  const isOpen = clauseWord.test(kept) || openEnd.test(kept);
  return kept === '' || isOpen || /\b(the|an?|is|are|was|were)$/.test(kept) ? asked : kept;
}

function limitWords(text: string, limit: number): string {
  const words = text.split(' ');
  if (words.length <= limit) return text;
  const cut = words.slice(0, limit).join(' ');
  if (clauseWord.test(cut)) return wholeClauses(text, cut);
  return cut.replace(
    / (?:and|or|with|in|at|for|to|of|on|from|that|who|which|the|an?|when|their|your)(?: \S+)?$/i,
    '',
  );
}

// "who has which sheet music" says nothing without its end: what is dropped is dropped from its first word on.
function wholeClauses(text: string, cut: string): string {
  const end = Math.max(cut.lastIndexOf(', '), cut.search(/ and (?=(?:who|what|which|where|when|how)\b)/));
  const before = cut.slice(0, Math.max(end, 0));
  if (before.split(' ').length > 2) return before;
  const [head = ''] = text.split(/,? (?=(?:who|whose|which|that|where|when)\b)/);
  return head.split(' ').length > 2 && !openEnd.test(head) ? head : text;
}

const clauseWord = /\b(?:who|whom|whose|what|which|where|when|why|how|whether|that)\b/i;
const openEnd =
  /\b(?:of|about|on|out|know|see|in|to|at|for|with|and|or|ask|tell|check|decide|remember|understand)$/i;

// Cut short, these would tell of something else.
const keptWhole =
  /^find out (which|who|what|when|where|how|if|whether) |^work out what to charge for (\S+ ?){1,4}$|who do not show up$/;

const means =
  /(?<!trouble|time|hours),? (by \p{L}+ing|(?<!\b(?:is|are|was|were) )using|through (an?|the|our)|via|based on|powered by|thanks to|depending on|according to|in an? (\p{L}+ ){1,2}calendar$)\b.*$/iu;

const outcome =
  /,? (so that|so (they|people|you|we|it|nobody|no one|everyone)|in order to|because|instead of|rather than|without|while|even (if|when)|and (get|then|also|never)|(?<!\b(?:who|whom|whose|what|where|when|how)\b.*|\b(?:of|about|on|out|know|see|ask|tell|check|decide|choose|remember|understand) )which|all in one|in one (place|app)|with (just )?(one|a) (click|tap)|when they|if they|as (they|if))\b.*$/i;
