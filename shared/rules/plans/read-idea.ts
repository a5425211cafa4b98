import type { IdeaReading } from '#shared/contracts/reading.ts';
import { englishStopWords } from '#shared/rules/text/stop-words.data.ts';

/**
 * Marks in an English idea who has the problem, what goes wrong and the founder's answer to it, by the few frames that
 * surely hold them; the question only where nothing but "you" has to be added. Most ideas leave a box '', which is asked.
 */
export function markIdea(idea: string): Omit<IdeaReading, 'language'> {
  const text = idea.slice(0, 600).replace(/\s+/g, ' ');
  const found = { who: '', trouble: '', solution: '', question: '' };
  for (const frame of frames) {
    const { who, trouble, act, solution = '' } = text.match(frame)?.groups ?? {};
    const group = groupOf(who ?? '');
    // A trouble of others, such as the group's customers, is none of its own.
    const isOther = found.who !== '' && group !== found.who;
    if (who !== undefined && (group === '' || isOther)) continue;
    const said = withoutFrequency(act ?? trouble ?? '');
    const isAskable = act !== undefined && said !== '' && found.trouble === '' && !others.test(said);
    if (isAskable) found.question = `you ${said}`;
    found.who ||= group;
    found.trouble ||= said;
    found.solution ||= solution;
  }
  return found;
}

/** Words that change with the subject. */
const others = /\b(?:they|their|them|themselves|it|I|we|our|my)\b/i;
const times =
  'day|morning|noon|evening|night|week|weekday|weekend|month|season|year|spring|summer|autumn|winter|time';
const often = new RegExp(` (?:every|each) (?:${times})\\b`, 'i');

/** A group ends with a plural. Only people are followed by "who", and only they do what stands in `minds` and `deeds`. */
const pieces: Record<string, string> = {
  word: String.raw`[\p{L}\d][\p{L}\d'’-]*`,
  who: String.raw`(?!for )(?<who>(?:{word} ){0,3}?[\p{L}-]+(?:(?<![siu])s|men|people|children){tail})`,
  tail: '(?: (?:of|with|without|in|on|near|from) (?:{word} ){0,2}?{word})??',
  act: String.raw`(?!(?:{small})\b)\p{L}{3,}(?<!s|ed|ing|ly) (?!(?:{places})\b|\p{L}+(?:er|ly)\b)[\p{L}\d]`,
  small: [...englishStopWords].join('|'),
  places: 'of|with|without|in|to|at|for|by|on|near|from|through|over|under|into|after|before|against|between',
  // One clause that is not about the founder: what follows a joining word may be of somebody else.
  rest: String.raw`(?:(?!\b(?:and|but|or|while|which|that|I|me|my|we|us|our)\b)[^.,;:!?()–—])+?`,
  end: '(?=[.,;:!?()–—]| -|$| so | because | since )',
  deeds:
    '(?:throw (?:away|out) |spend (?:{word} )?(?:hours|days|nights|evenings|weekends) |(?:have|struggle) to {minds} )',
  losses: '(?:lose |run out of |waste |forget to |have to (?!be )|struggle to |{deeds})',
  minds: '(?:find|know|guess|afford|remember)',
  cannot: "(?:(?:can['’]t|cannot|don['’]t|never) {minds} |have no idea |keep forgetting )",
  lack: "(?:(?:can['’]t|cannot) (?!wait )|{cannot})",
};

/** The surest first. `act` is a trouble that begins with a verb in its base form. */
const frames = [
  String.raw`\bhelp(?:s|ing)? {who} {act}`,
  String.raw`\bfor {who} who (?<act>{losses}{rest}){end}`,
  String.raw`\bfor {who} who (?<trouble>{lack}{rest}){end}`,
  String.raw`\bfor {who} that (?<act>{deeds}{rest}){end}`,
  String.raw`\bfor {who} who\b`,
  '^{who} (?:who )?(?<act>{deeds}{rest}){end}',
  '^{who} (?:who )?(?<trouble>{cannot}{rest}){end}',
  String.raw`(?:^|\b(?:am|is|are) |['’]m )(?<!who are )(?:tired of|sick of|fed up with) (?<trouble>\p{L}+ing {rest}){end}`,
  '(?:^|[.!?:;,–—] )no more (?!than )(?<trouble>{rest})(?:{end}| for )',
  '^An? (?<solution>(?:(?!is\\b){word} ){1,4}?{word}) (?:for {who} who|that helps|that lets|helping)\\b',
  '^An? (?:{word} ){1,5}?for {who} to {act}',
].map((frame) => new RegExp(withPieces(frame), 'iu'));

function withPieces(frame: string): string {
  return frame.replace(/\{([a-z]+)\}/g, (_, name) => withPieces(pieces[name] ?? ''));
}

/** The group without an article; '' for words that name none, or anybody. */
function groupOf(words: string): string {
  const named = words.replace(/^(?:the|many|most|some|all|our|these|those|other) /i, '');
  const core = (named.split(/ (?:of|with|without|in|on|near|from|who) /)[0] ?? '').split(' ');
  const [first = '', head = ''] = [core[0], core.at(-1)];
  const isGroup = /(?:s|men|people|children)$/i.test(head);
  const isAnybody = named === first && /^(?:people|users|customers|men|women|children|kids)$/i.test(named);
  // "Connects painters …" and "Carrying bags …" begin with a verb.
  const isAct = core.length > 1 && /(?:ing|[^s]s)$/i.test(first);
  const ends = [...core, named.split(' ').at(-1) ?? ''].filter((word) => word !== 'people');
  const isOpen = ends.some(
    (word) => /^\p{L}?\p{Ll}$/u.test(word) || englishStopWords.has(word.toLowerCase()),
  );
  return isGroup && !isAnybody && !isAct && !isOpen ? named : '';
}

/** The trouble without "every evening" at its end; '' where a frequency stands inside. */
function withoutFrequency(trouble: string): string {
  const rest = trouble.trim().replace(new RegExp(`${often.source}$`, 'i'), '');
  return often.test(rest) ? '' : rest;
}
