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

/** A group ends with a plural, an agent with "-ers" or alike. Things have none of the verbs in `minds` and `losses`. */
const pieces: Record<string, string> = {
  word: String.raw`[\p{L}\d][\p{L}\d'’-]*`,
  who: String.raw`(?!for )(?<who>(?:{word} ){0,3}?[\p{L}-]+(?:(?<![siu])s|men|people|children){tail})`,
  tail: '(?: (?:of|with|without|in|on|near|from) (?:{word} ){0,2}?{word})??',
  agents: String.raw`(?<who>(?:{word} ){0,3}?[\p{L}-]+(?:ers|ists|ians|eers))`,
  verb: String.raw`(?!(?:{links}|{places})\b)\p{L}{3,}(?<!s|ed|ing|ly)`,
  links: 'and|or|who|that|which|where|when|how|what|why|if|because|instead|the|an?|new|is|are|as|during',
  places: 'of|with|without|in|to|at|for|by|on|near|from|through|over|under|into|after|before|against|between',
  rest: '[^.,;:!?()–—]+?',
  alone: '(?:(?! with | by )[^.,;:!?()–—])+?',
  start: String.raw`(?:^|[.!?:;,–—] |\) |\bbecause )`,
  end: String.raw`(?=[.,;:!?()–—]| -|$| so | because | since | and (?:I|we|that['’]s)\b)`,
  modal: String.raw`(?:can|could|should|would|will|must|need|deserve)\b`,
  loss: '(?:have to (?!be )|waste |throw (?:away|out) |forget to |spend (?:hours|days|their evenings) |struggle to )',
  losses: '(?:lose |run out of |{loss})',
  minds: '(?:find|know|see|read|tell|afford|remember|agree|understand|dare|have)',
  cannot: "(?:(?:can['’]t|cannot|don['’]t|never) {minds} |have no idea |keep (?:forgetting|losing) )",
  lack: "(?:(?:can['’]t|cannot|don['’]t|aren['’]t|haven['’]t|have no|no longer|still) |{cannot})",
};

/** The surest first. `act` is a trouble that begins with a verb in its base form. */
const frames = [
  String.raw`\bhelp(?:s|ing)? {who} {verb} \S`,
  String.raw`\blet(?:s|ting)? {agents} {verb} \S`,
  '\\bso (?:that )?{who} (?:never|no longer) (?<trouble>{rest})(?: again)?{end}',
  String.raw`\b(?:so(?: that)?|where) {who} (?:can|could|know) (?!be\b)`,
  String.raw`\bfor {who} to {verb} \S`,
  String.raw`\bfor {who} who (?<act>{losses}{rest}){end}`,
  String.raw`\bfor {who} who (?<trouble>{lack}{rest}){end}`,
  String.raw`\bfor {who} who\b`,
  String.raw`\bfor {agents} whose\b`,
  String.raw`\bfor {who} that (?<act>{loss}{rest}){end}`,
  String.raw`\bfor (?<who>people who (?:{word} ){1,6}?{word}) (?:and|but) (?<trouble>{lack}{rest}){end}`,
  '{start}{who} who (?<act>{losses}{rest}) {modal}',
  '{start}{who} who [^.!?]* {modal}',
  '{start}{who} (?<act>{loss}{rest}){end}',
  '{start}{agents} (?<act>{losses}{rest}){end}',
  '{start}{who} (?<trouble>{cannot}{rest}){end}',
  String.raw`{start}{who} (?:want|need) (?:to|an?)\b`,
  String.raw`(?<!but )\bfor {agents}(?=[.,;:!?()–—]| -|$| because\b)`,
  '^{agents} (?:could|would|{verb}) ',
  '(?:^|[.!?:] )(?<trouble>(?:Nobody|No one) {rest})(?:{end}| when | in )',
  String.raw`\b(?:tired of|sick of|fed up with) (?<trouble>\p{L}+ing {rest}){end}`,
  String.raw`\bno more (?<trouble>{rest})(?:{end}| for )`,
  String.raw`\b(?:stop|instead of|without) (?<trouble>\p{L}+ing {alone}){end}`,
  String.raw`^An? (?<solution>(?:(?!is\b){word} ){1,4}?{word}) (?:for|that helps|that lets|helping|where|so that|so)\b`,
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
