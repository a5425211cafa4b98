import type { SetApartReason } from '#shared/contracts/submissions.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { endOfSurvey, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';

/** The thresholds by which submissions are set apart (design 7.21); published under "How this was decided". */
export const qualityThresholds = {
  /** 600 words a minute: twice as fast as quick readers, and the options are not even counted. */
  charactersPerSecond: 60,
  /** Five equal answers in a row of three options come by chance in less than 2 % of honest submissions. */
  straightLineQuestions: 5,
  straightLineOptions: 3,
  /** Two people write the same short sentence, but hardly the same 40 characters. */
  copyCharacters: 40,
  /** A visitor's network: a family answers within ten minutes, a script sends more. */
  burstSubmissions: 5,
  burstSeconds: 600,
  /** "asd" is the shortest run of neighbouring keys that no language here has as a word of its own. */
  keyRun: 3,
  /** Shorter words without a vowel are abbreviations: "HTTP". */
  lettersWithoutVowel: 5,
  /** "ok" and "mm" are answers. */
  repeatedCharacters: 3,
};

/**
 * Why the answers alone set a submission apart; null for one that can count. Never by what they mean. Answers after
 * "It didn't happen" are not looked at, and texts are not asked of whom it didn't happen to.
 *
 * @param seconds between opening the survey and sending it; undefined where nobody measured.
 */
export function checkQuality(
  questions: SurveyQuestion[],
  answers: SurveyAnswer[],
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

/** Seconds below which nobody has read the questions. */
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

/** True without a letter or digit, for one repeated character, and for keys that lie side by side. */
function isEmptyText(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  if (words.some((word) => /\p{N}/u.test(word))) return false;
  const letters = [...words.join('')];
  const isRepeated =
    letters.length >= qualityThresholds.repeatedCharacters &&
    letters.every((letter) => letter === letters[0]);
  return isRepeated || words.every(isGibberish);
}

const keyRows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'wxcvbn',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
];
const keyRuns = [...keyRows, ...keyRows.map((row) => [...row].reverse().join(''))];

function isGibberish(word: string): boolean {
  const hasNoVowel = /^[a-z]+$/.test(word) && !/[aeiouy]/.test(word);
  if (hasNoVowel && word.length >= qualityThresholds.lettersWithoutVowel) return true;
  return word.length > qualityThresholds.keyRun && isOfKeyRuns(word);
}

/** True when the word is made of runs like "asd" or "qwer", of which the last may be cut. */
function isOfKeyRuns(word: string): boolean {
  const { keyRun } = qualityThresholds;
  for (let at = 0; at < word.length; ) {
    const length = longestRun(word.slice(at));
    const isCutRest = at > 0 && at + length === word.length && word.startsWith(word.slice(at));
    if (length < keyRun && !isCutRest) return false;
    at += length;
  }
  return true;
}

function longestRun(word: string): number {
  for (let length = word.length; length > 1; length -= 1) {
    const run = word.slice(0, length);
    if (keyRuns.some((row) => row.includes(run))) return length;
  }
  return 1;
}

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
