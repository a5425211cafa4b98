import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { type OptionMeaning, readOption } from './option-meaning.ts';

/** Positions of the options that show the problem, and of those that deny it. */
type OptionSignal = { showing: number[]; denying: number[] };

/**
 * Decides by a question's words which of its options show past behaviour, or null when the words don't tell.
 *
 * 1. No signal: open-ended questions; questions about opinions or the future ("Would you …", "How likely …"), things
 *    going well ("How satisfied …"), reasons and obstacles ("What got in the way …"), the person ("How old …", "Who …").
 * 2. Single choice on a scale (some option speaks of frequency, degree, amount or yes): the options that say `often` or
 *    `some` show; absent, low ("Once or twice"), unsure and undecided ones do not.
 * 3. Single choice among actions (one option denies, none is on a scale): every option that neither denies nor is
 *    unsure shows ("Nothing, I lived with it" / "I asked a friend" / "I paid for something").
 * 4. Several choices: who picked anything but the denying option shows ("None of these"); without one, no signal.
 *
 * Rules 3 and 4, and scales of mere amounts or yes/no, hold only where the question asks what people did or do, since
 * "Do you own a dog? Yes / No" has the same options. At least one option must deny or be low, else nothing is told apart.
 * English only: in other languages neither the words nor the order of options is safe to read, so there is no signal.
 */
export function readOptionSignal(question: SurveyQuestion): OptionSignal | null {
  const options = question.options ?? [];
  const asked = askedWords(question.question);
  if (question.type === 'open-ended' || isNoEvidence(asked)) return null;
  const meanings = options.map((option) =>
    readOption(option, asksAmount.test(asked), coversYear.test(asked)),
  );
  const denying = positions(meanings, ['absent']);
  const asksPast = behaviour.test(asked);
  if (question.multiSelect) {
    const isSignal = denying.length > 0 && denying.length < options.length && asksPast;
    return isSignal ? { showing: positions(meanings, showsInActions), denying } : null;
  }
  const isScale = meanings.some((meaning) => onScale.includes(meaning));
  const showing = positions(meanings, isScale ? ['often', 'some'] : showsInActions);
  const speaksForItself = meanings.includes('often');
  const isToldApart = denying.length > 0 || meanings.includes('low');
  return showing.length > 0 && isToldApart && (speaksForItself || asksPast) ? { showing, denying } : null;
}

/** Whether an English question asks what people did or do, not for opinions, plans, reasons or facts about them. */
export function asksWhatPeopleDid(question: string): boolean {
  const asked = askedWords(question);
  return behaviour.test(asked) && !isNoEvidence(asked);
}

// What people tried to do names the problem; its words ("… to improve photos") say nothing about the question's kind.
function askedWords(question: string): string {
  const words = question.slice(0, 1_000).replace(/[’ʼ]/g, "'").toLowerCase();
  return words.replace(attempted, '$1 to');
}

function isNoEvidence(asked: string): boolean {
  return noEvidence.some((words) => words.test(asked));
}

function positions(meanings: OptionMeaning[], wanted: OptionMeaning[]): number[] {
  return meanings.flatMap((meaning, position) => (wanted.includes(meaning) ? [position] : []));
}

const onScale: OptionMeaning[] = ['low', 'often', 'some'];
const showsInActions: OptionMeaning[] = ['low', 'often', 'some', 'other'];

const attempted =
  /\b(have|had|has|try|tried|trying|need|needed|set out|hard|forget|forgot|remember) to [^,;:?.]+/g;
const noEvidence = [
  /\b(would|should|might|likely|likelihood|interested|willing|prefer|imagine|opinion|important|importance|useful|agree|recommend|rate)\b/,
  /\b(do you (think|feel|believe|want|hope|plan)|will you|could you see|if (there|we|you|an?|this) )/,
  /\b(satisf\w*|happy (with|about)|how (happy|well|easy|easily)|works? (well|for you)|worked (well|out|for you)|enjoy\w*|(do|did) you (like|love)|like (about|most|best)|without (any )?(problems?|trouble)|succe\w+)\b/,
  /\b(dislike\w*|missing|lacking|improve\w*)\b/,
  /\b(reasons?|prevent\w*|kept you from|(what|which) (stopped|made|keeps?|held))\b/,
  /\b((got|gets|stood|stands|was) in the way|held (it|you|them) (up|back)|where did it (stop|fail|break|get stuck)|(what|where|which[^,?]*) went wrong|most effort|hardest|most difficult|worst|weighed|(what|which part) was (the )?(hard|difficult|obstacle)|made it (so |hard|difficult|not)|caused|biggest (problem|challenge|difficulty|obstacle))\b/,
  /^(who|where|why)\b|\b(who (else|was|were)|how old|how long have you|how many years|gender|age group|describes you)\b/,
];
const asksAmount = /\b(how (often|much|many (times|days|hours|minutes|weeks|evenings|nights|weekends)))\b/;
const coversYear = /\b(twelve months|12 months|year)\b/;
const behaviour =
  /\b(did|have you|has your|had|last|past|previous|ago|ever|recent|recently|currently|already|today|tried|used|spent|spend|paid|pay|cost|costs|happened|happens?|lost|lose|deal with|handle|solve|manage|do you (do|use))\b/;
