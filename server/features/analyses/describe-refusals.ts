import { splitRefusals } from '#shared/rules/build-prompt-refusals.ts';
import type { Evidence } from '#shared/rules/verdict.ts';
import { grouped, named } from './describe-signal.ts';
import { joinQuotes, partOf, textsOf } from './describe-texts.ts';

/**
 * The written answers to a question that speak against something ("please no reminders", "I would never use it"), in
 * quotes; null where there are none. A trouble that is told with a "not" ("the numbers no longer fit") is no refusal.
 */
export function describeRefusals(evidence: Evidence, question: number): string | null {
  const texts = textsOf(evidence, question);
  const refusing = texts.filter(({ answer }) => refusalIn(answer) !== '');
  if (refusing.length === 0) return null;
  const asked = named(evidence.questions[question]?.question ?? '');
  const total = `${partOf(evidence, question, texts)}${grouped(texts.length)} written answers to ${asked}`;
  const verb = refusing.length === 1 ? 'speaks' : 'speak';
  return `${grouped(refusing.length)} of ${total} ${verb} against something: ${joinQuotes(refusing, refusalIn)}.`;
}

/** The words in which an answer refuses something, in lower case; empty where it does not. */
function refusalIn(answer: string): string {
  // Few answers hold such words; only these are taken apart.
  if (!wish.test(answer)) return '';
  return wish.exec(splitRefusals(answer).refused)?.[0].toLowerCase() ?? '';
}

const start = '(?<=^|[.!?;:,(–—\\n]\\s{0,3})';
const not = "(?:n['’]?t| not)(?: (?:really|ever|even))?";
const product = '(?:use|install|download|subscribe|register|sign (?:up|in)|log in)\\b';
const things =
  '(?:apps?|tools?|reminders?|notifications?|notices?|e-?mails?|messages|accounts?|logins?|lists?)\\b';

// What somebody says that they or others want to be spared, in the words that leave no doubt.
const wish = new RegExp(
  [
    "\\bplease,? (?:no|not|never|don['’]?t|do not|stop)\\b",
    `${start}(?:no|not) [^.,;:]{1,40}\\bplease\\b`,
    '\\bno,? thank(?:s| you)\\b',
    `\\b(?:no more|not another|no need for) (?:[\\p{L}-]+ )?${things}`,
    `${start}(?:don['’]?t|do not|never|stop) (?:build|mak|add|send|remind|ask|forc|notify|e-?mail|track|spam|bother)(?:e|ing)?\\b`,
    `\\b(?:i|we) do${not} (?:need\\b|want (?!to\\b|(?:it|this|that|them|[\\p{L}-]+one|[\\p{L}-]+body) to\\b)|want to (?:${product}|be (?:reminded|tracked|notified|watched)))`,
    `\\b(?:i|we) d(?:o|id)${not} like (?:(?:getting|receiving|using|being)\\b|(?!it when\\b|that\\b|when\\b|how\\b|\\p{L}+ing\\b))`,
    `(?:${start}|\\b(?:i|we) )(?:would|will|wo)(?:${not}| never) (?:want|need|pay|buy|trust|try|like|open|share)\\b`,
    `\\b(?:would|will|wo)(?:${not}| never) ${product}`,
    `(?:\\b(?:i|we)['’]d|\\b(?:i|we) would) (?:never ${product}|rather not\\b)`,
    `\\b(?:hates?|dislikes?) (?:(?:getting|receiving|using|being)\\b|(?:[\\p{L}-]+ )?${things})`,
    '\\b(?:last thing (?:i|we|they) (?:want|need)|nobody (?:needs|wants)|(?:i|we) refuse)\\b',
    `(?<!\\p{L})bitte (?:kein\\p{L}*|nicht|nie)(?!\\p{L})`,
    `(?<!\\p{L})(?:ich|wir) (?:will|wollen|möchten?|brauchen?|würden?) (?:\\p{L}+ ){0,3}(?:kein\\p{L}*|nicht|nie|niemals)(?!\\p{L})`,
  ].join('|'),
  'iu',
);
