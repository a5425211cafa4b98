import { isWithin, type Limit } from '#server/http/limits.ts';
import type { SetApartReason } from '#shared/contracts/surveys/submissions.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { endOfSurvey, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';

/*
 * Why was this answer not counted? Every submission is stored; one that is set apart has one of these reasons, and the
 * survey's owner can count all but `preview` by hand (`review.ts`). Decision 16 says why.
 *
 * by its sender (`checkAnswers` in `store-submission.ts`)
 *   preview         the owner's own
 * by its answers alone (`checkQuality`)
 *   empty           no free text but white space and punctuation
 *   too-fast        sent sooner than the questions can be read
 *   straight-line   the same position ticked in every list
 * beside the others of the survey (`decideGroup`)
 *   replaced        the same account answered again: the last one counts
 *   same-browser    a second one from one browser, under any account
 *   copy            word for word the long text of one that counts
 *   burst           visitors and accounts without a proven address, of one network beyond five in ten minutes
 * by hand
 *   by-hand         the owner set it apart
 *
 * A survey for one device that is passed round has neither browsers nor networks, and a public one no accounts:
 * `checkAnswers` leaves them out.
 *
 * Of a counted submission, these answers are in no figure:
 *   behind the one that says "it didn't happen" (`answersThatCount` in `survey-answers.ts`)
 *   to a question that decides nothing, or by an option without a mark (`isDeciding`, `markOf` in `marks.ts`; the
 *     figures read the same marks by `readGroups` in `analyses/repository.ts`)
 *   to a later deciding question, of somebody who hasn't the problem by the first (`countMarks` in `verdict.ts`)
 */

/** Reason by which the answers alone set a submission apart; null for one that can count. Never by what they mean. */
export function checkQuality(
  questions: SurveyQuestion[],
  answers: SurveyAnswer[],
  /** Between opening the survey and sending it; undefined where it was not measured. */
  seconds: number | undefined,
): Extract<SetApartReason, 'empty' | 'too-fast' | 'straight-line'> | null {
  const end = endOfSurvey(questions, answers);
  const asked = end < 0 ? questions : questions.slice(0, end + 1);
  if (end < 0 && hasOnlyEmptyTexts(asked, answers)) return 'empty';
  if (seconds !== undefined && seconds < fastestSeconds(asked)) return 'too-fast';
  return isStraightLine(asked, answers) ? 'straight-line' : null;
}

/** The free texts by which copies are found, word for word but for spaces and capitals; null when they are short. */
export function comparableText(questions: SurveyQuestion[], answers: SurveyAnswer[]): string | null {
  const text = textsOf(questions, answers)
    .map((answer) => answer.trim().replace(/\s+/g, ' ').toLowerCase())
    .join('\n');
  return text.length >= qualityThresholds.copyCharacters ? text : null;
}

/** The sender of a submission, as far as the server can tell, and the reason that its answers alone give. */
export type Sender = {
  surveyId: string;
  /** `preview` or of `checkQuality`; null when it can count. */
  reason: SetApartReason | null;
  /** Null for a visitor, and on the shared device of a public survey. */
  account: string | null;
  /** The id in its browser's cookie; null without one, where everybody must sign in, and on a shared device. */
  browser: string | null;
  /** A hash of the network; null for accounts with a proven address and on a shared device. */
  network: string | null;
  /** Of `comparableText`; null when it is short. */
  textHash: string | null;
};

export type CountDecision = {
  /** Null for a submission that counts. */
  reason: SetApartReason | null;
  /** Stored submissions of the same person, which stop counting. */
  replaces: { surveyId: string; number: number }[];
  /** True when the same person was counted before. */
  isRepeated: boolean;
};

/** A submission that counts so far: a stored one with its number, or the decision on an earlier one of the group. */
export type CountedSubmission = Pick<Sender, 'surveyId' | 'account' | 'browser' | 'textHash'> & {
  number?: number;
  decision?: CountDecision;
};

/**
 * Decides in the order of the group which submissions count (design 7.21), beside those that count already. An
 * account's later submission takes the place of its earlier one, and of what its browser sent without an account.
 * @param stored counted submissions of the same accounts, browsers or texts.
 */
export async function decideGroup(
  stored: CountedSubmission[],
  isBurst: BurstCheck,
  group: Sender[],
): Promise<CountDecision[]> {
  const counted = Map.groupBy(stored, ({ surveyId }) => surveyId);
  const decisions: CountDecision[] = [];
  for (const sender of group) {
    const all = counted.get(sender.surveyId) ?? [];
    const own = all.filter((other) => isOwn(sender, other));
    const others = all.filter((other) => !own.includes(other));
    // An account's later answer adds no vote, so it is no part of a burst.
    const isOneMore = own.length === 0 ? isBurst : async () => false;
    const reason = sender.reason ?? (await reasonAgainst(sender, others, isOneMore));
    const decision: CountDecision = { reason, replaces: [], isRepeated: own.length > 0 };
    decisions.push(decision);
    if (reason !== null) continue;
    for (const earlier of own) {
      if (earlier.decision) earlier.decision.reason = 'replaced';
      if (earlier.number) decision.replaces.push({ surveyId: sender.surveyId, number: earlier.number });
    }
    counted.set(sender.surveyId, [...others, { ...sender, decision }]);
  }
  return decisions;
}

/** True for an earlier submission of the same account, or of its browser before it signed in. */
function isOwn(sender: Sender, earlier: CountedSubmission): boolean {
  if (sender.account === null) return false;
  return earlier.account === sender.account || (earlier.account === null && isOfBrowser(sender, earlier));
}

function isOfBrowser({ browser }: Sender, earlier: CountedSubmission): boolean {
  return browser !== null && earlier.browser === browser;
}

async function reasonAgainst(
  sender: Sender,
  others: CountedSubmission[],
  isBurst: BurstCheck,
): Promise<SetApartReason | null> {
  const { textHash } = sender;
  if (others.some((other) => isOfBrowser(sender, other))) return 'same-browser';
  if (textHash !== null && others.some((other) => other.textHash === textHash)) return 'copy';
  return (await isBurst(sender)) ? 'burst' : null;
}

/** True for a sender whose network has used up what counts in the survey. */
export type BurstCheck = (sender: Sender) => Promise<boolean>;

/** Asks the limit once for each sender. */
export function burstCheck(limit: Limit): BurstCheck {
  const known = new Map<Sender, boolean>();
  return async (sender) => {
    const { surveyId, network } = sender;
    if (network === null) return false;
    const isBurst = known.get(sender) ?? !(await isWithin(limit, `${surveyId} ${network}`));
    known.set(sender, isBurst);
    return isBurst;
  };
}

/** Seconds in which the quickest reader gets through the questions. */
function fastestSeconds(questions: SurveyQuestion[]): number {
  const characters = questions.reduce((sum, { question }) => sum + question.length, 0);
  return characters / qualityThresholds.charactersPerSecond;
}

function hasOnlyEmptyTexts(questions: SurveyQuestion[], answers: SurveyAnswer[]): boolean {
  const texts = textsOf(questions, answers);
  return texts.length > 0 && texts.every(isEmptyText);
}

function textsOf(questions: SurveyQuestion[], answers: SurveyAnswer[]): string[] {
  return questions.flatMap(({ type }, at) => {
    const answer = answers[at];
    return type === 'open-ended' && typeof answer === 'string' ? [answer] : [];
  });
}

/** True for white space, invisible signs and punctuation alone: emoji and laughing are answers. */
const isEmptyText = (text: string) => /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{P}]*$/u.test(text);

/** The same position in every single choice that has enough options, and enough of these. */
function isStraightLine(questions: SurveyQuestion[], answers: SurveyAnswer[]): boolean {
  const { straightLineQuestions, straightLineOptions } = qualityThresholds;
  const positions = questions.flatMap(({ options, multiSelect }, at) => {
    const answer = answers[at];
    const isSingle = !multiSelect && (options?.length ?? 0) >= straightLineOptions;
    return isSingle && typeof answer === 'string' ? [options?.indexOf(answer)] : [];
  });
  return positions.length >= straightLineQuestions && new Set(positions).size === 1;
}
