import type { IdeaReading } from '#shared/contracts/reading.ts';
import { englishStopWords } from '#shared/rules/text/stop-words.data.ts';

/**
 * Marks in an English idea who has the problem, what goes wrong and the founder's answer to it, by the few frames that
 * surely hold them; the question only where nothing but "you" has to be added. Most ideas leave a box '', which is asked.
 */
export function markIdea(idea: string): Omit<IdeaReading, 'language'> {
  const text = idea.slice(0, readLimit).replace(/\s+/g, ' ');
  const plain = text.replaceAll('’', "'");
  const found = { who: '', trouble: '', solution: '', question: '' };
  for (const frame of frames) {
    const places = plain.match(frame)?.indices?.groups ?? {};
    const [who, trouble, act, solution] = ['who', 'trouble', 'act', 'solution'].map((name) => {
      const place = places[name];
      return place && text.slice(...place);
    });
    const group = groupOf(who ?? '');
    if (who !== undefined && group === '') continue;
    const said = withoutFrequency(act ?? trouble ?? '');
    if (act !== undefined && found.trouble === '' && canBeAsked(said)) found.question = `you ${said}`;
    found.who ||= group;
    found.trouble ||= said;
    found.solution ||= solution ?? '';
  }
  return found;
}

const readLimit = 600;

/**
 * Pieces of frames. A group ends with a plural, an agent with "-ers" and its like; things have none of the verbs in
 * `minds` and `losses`.
 */
const pieces: Record<string, string> = {
  word: String.raw`[\p{L}\d][\p{L}\d'-]*`,
  words: '(?:{word} ){0,3}?',
  who: String.raw`(?!for )(?<who>{words}[\p{L}-]+(?:(?<![siu])s|men|people|children){tail})`,
  tail: '(?: (?:of|with|without|in|on|near|from) (?:{word} ){0,2}?{word})??',
  agents: String.raw`(?<who>{words}[\p{L}-]+(?:ers|ists|ians|eers))`,
  verb: String.raw`(?!(?:{links}|{places})\b)\p{L}{3,}(?<!s|ed|ing|ly)`,
  links: 'and|or|who|that|which|where|when|how|what|why|if|because|instead|the|an?|new|is|are|as',
  places:
    'of|with|in|to|at|for|by|on|near|from|without|through|over|under|into|after|before|against|between|during',
  rest: '[^.,;:!?()–—]+?',
  alone: '(?:(?! with | by )[^.,;:!?()–—])+?',
  start: String.raw`(?:^|[.!?:;,–—] |\) |\bbecause )`,
  end: String.raw`(?=[.,;:!?()–—]| -|$| so | because | since | and (?:I|we|that's)\b)`,
  modal: String.raw`(?:can|could|should|would|will|must|need|deserve)\b`,
  loss: '(?:have to (?!be )|waste |throw (?:away|out) |forget to |spend (?:hours|days|their evenings) |struggle to )',
  losses: '(?:lose |run out of |{loss})',
  minds: '(?:find|know|see|read|tell|afford|remember|agree|understand|dare|have)',
  cannot: "(?:(?:can't|cannot|don't|never) {minds} |have no idea |keep (?:forgetting|losing) )",
  lack: "(?:(?:can't|cannot|don't|aren't|haven't|have no|no longer|still) |{cannot})",
};

/** The surest first. `act` is a trouble that begins with a verb in its base form. */
const frames = [
  String.raw`\bhelp(?:s|ing)? {who} {verb} \S`,
  String.raw`\blet(?:s|ting)? {who} {verb} \S`,
  '\\bso (?:that )?{who} (?:never|no longer) (?<trouble>{rest})(?: again)?{end}',
  String.raw`\bso (?:that )?{who} (?:can|could|know) (?!be\b)`,
  String.raw`\bwhere {who} (?:can|could) (?!be\b)`,
  String.raw`\bfor {who} to {verb} \S`,
  String.raw`\bfor {who} who (?<act>{losses}{rest}){end}`,
  String.raw`\bfor {who} who (?<trouble>{lack}{rest}){end}`,
  String.raw`\bfor {who} (?:who|whose)\b`,
  String.raw`\bfor {who} that (?<act>{loss}{rest}){end}`,
  String.raw`\bfor (?<who>people who (?:{word} ){1,6}?{word}) (?:and|but) (?<trouble>{lack}{rest}){end}`,
  '{start}{who} who (?<act>{losses}{rest}) {modal}',
  '{start}{who} who(?:se)? [^.!?]* {modal}',
  '{start}{who} (?<act>{loss}{rest}){end}',
  '{start}{agents} (?<act>{losses}{rest}){end}',
  '{start}{who} (?<trouble>{cannot}{rest}){end}',
  String.raw`{start}{who} (?:want|need) (?:to|an?)\b`,
  String.raw`(?<!but )\bfor {agents}(?=[.,;:!?()–—]| -|$| because\b)`,
  '^{agents} (?:could|would|{verb}) ',
  '(?:^|[.!?:] )(?<trouble>(?:Nobody|No one) {rest})(?:{end}| when | in )',
  String.raw`\b(?:tired of|sick of|fed up with) (?<trouble>\p{L}+ing {rest}){end}`,
  String.raw`\bno more (?<trouble>{rest})(?:{end}| for )`,
  String.raw`\bstop (?<trouble>\p{L}+ing {alone}){end}`,
  String.raw`\b(?:instead of|without) (?<trouble>\p{L}+ing {alone}){end}`,
  String.raw`^An? (?<solution>(?:(?!is\b){word} ){1,4}?{word}) (?:for|that helps|that lets|helping|where|so that|so)\b`,
].map((frame) => new RegExp(withPieces(frame), 'diu'));

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
  const isOpen = [...core.filter((word) => word !== 'people'), named.split(' ').at(-1) ?? ''].some(
    (word) => /^\p{L}?\p{Ll}$/u.test(word) || (englishStopWords.has(word.toLowerCase()) && word !== 'people'),
  );
  return isGroup && !isAnybody && !isAct && !isOpen ? named : '';
}

const times =
  'day|morning|noon|evening|night|week|weekday|weekend|month|season|year|spring|summer|autumn|winter|time';
const often = new RegExp(` (?:every|each) (?:${times})\\b`, 'i');

/** The trouble without "every evening" at its end; '' where a frequency stands inside. */
function withoutFrequency(trouble: string): string {
  const rest = trouble.trim().replace(new RegExp(`${often.source}$`, 'i'), '');
  return often.test(rest) ? '' : rest;
}

/** True where nothing but the subject changes when it is asked of "you". */
function canBeAsked(act: string): boolean {
  return act !== '' && !/\b(?:they|their|them|themselves|it|I|we|our|my)\b/i.test(act);
}
