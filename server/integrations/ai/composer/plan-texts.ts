import { toThirdPerson } from './need-wording.ts';
import type { PlanWords } from './plan-words.ts';

/** One grammatical sentence: who is helped to do what. */
export function pitchOf(words: PlanWords): string {
  if (words.quoted) return `${words.name} is the working name of this idea: “${words.quoted}”.`;
  const told = words.need.told.replaceAll(` so that ${words.audience} `, ' so that they ');
  const action = told.length > 220 ? words.need.short : told;
  const isSaid = words.reason === null || /^because/i.test(words.reason) || action.includes(words.reason);
  return sentence(`${words.name} helps ${words.audience} ${action}${isSaid ? '' : ` ${words.reason}`}`);
}

/** The problem as a guess that has to be checked, and what would show it to be wrong. */
export function problemOf(words: PlanWords): string {
  const isTrouble = words.troublePresent !== null && /^because/i.test(words.reason ?? '');
  const about = words.quoted
    ? `${unreadNotes[words.unread ?? 'unclear']}; the guess to check is`
    : 'The guess to check is';
  const reason =
    words.reason && !isTrouble
      ? ` The idea says “${words.reason}”; whether people see it that way is part of what has to be checked.`
      : '';
  return `${about} that ${guessOf(words)}.${reason} ${words.caution} ${words.kind.disproof}`;
}

/** Completes "the guess to check is that …": who has which trouble, and what becomes of it. */
export function guessOf(words: PlanWords): string {
  const { kind, audience, attempt } = words;
  const trying = `${attempt[0]} ${toThirdPerson(words.need.asked)}`;
  return words.troublePresent
    ? `${audience} ${toThirdPerson(words.troublePresent)}: they ${kind.hypothesis}`
    : `${audience} ${linkOf(words)} ${trying} ${kind.hypothesis}`;
}

/** Who has the problem, who would pay, and where they are when it happens, each told apart. */
export function audienceOfPlan(words: PlanWords): string {
  return `Who has the problem: ${whoHasIt(words)} Who would pay, to be checked: ${whoPays(words)} Where they are when it happens: ${whereItHappens(words)}${noteOnWho(words)}`;
}

/** "learners who have no teacher and try to …": one relative clause is enough. */
export function linkOf(words: PlanWords): string {
  if (words.audience.includes(' who ')) return 'and';
  return words.isOrganisation ? 'that' : 'who';
}

function whoHasIt(words: PlanWords): string {
  const recent = words.isRare ? 'in the last twelve months' : 'in the last month';
  const past = `${words.attempt[1]} ${toThirdPerson(words.need.asked)} ${recent}`;
  const who =
    words.isAudienceSaid && words.audience !== 'people'
      ? `${words.audience}, above all those who ${past}.`
      : `people who ${past}.`;
  if (words.otherSide)
    return `${who} There is a second side, ${words.otherSide}, which has to be asked separately.`;
  if (words.relation === 'child') return `${who} Parents and teachers notice it and can answer for them.`;
  if (words.relation === 'looked-after')
    return `${who} Relatives and carers notice it and can answer for them.`;
  return who;
}

// Said last, so that what stands before it can be shown to strangers.
function noteOnWho(words: PlanWords): string {
  if (words.isAudienceSaid && words.audience !== 'people') return '';
  return words.unread === 'foreign'
    ? ' For the founder: the idea was not read, so who these people are has to come from you.'
    : ' For the founder: the sentence does not narrow down who these people are; the answers should.';
}

function whoPays(words: PlanWords): string {
  if (words.relation === 'child')
    return 'parents first, schools second; ask what either has already spent on it.';
  if (words.relation === 'looked-after')
    return 'often a son, a daughter or a carer, sometimes an insurer; rarely the person alone.';
  if (words.relation === 'organisation')
    return 'the owner or manager who answers for the result; ask who signed for the last tool they bought.';
  if (words.relation === 'professional')
    return 'either they themselves or the place they work for; ask who paid for the last tool they got.';
  return `${words.payer}.`;
}

function whereItHappens(words: PlanWords): string {
  return words.where
    ? `${words.where}.`
    : 'not clear from the sentence; the open questions ask for the place and the moment.';
}

const unreadNotes = {
  foreign: 'Only English is read so far, so the idea is quoted as it stands, unread',
  'no words': 'The sentence could not be read, so it is quoted as it stands',
  unclear: 'The sentence could not be read with confidence, so it is quoted as it stands',
};

function sentence(text: string): string {
  const trimmed = text.replace(/[\s,;:]+$/, '');
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
