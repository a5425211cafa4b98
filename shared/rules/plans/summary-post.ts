import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { asSentence, inSentence } from '#shared/rules/text/in-sentence.ts';
import { guessLanguage } from './guess-language.ts';
import texts from './plan-frames.json' with { type: 'json' };

export type SummaryPostSource = {
  /** Absent in a plan that a model wrote without reading the idea. */
  reading?: Pick<IdeaReading, 'who'> | undefined;
  questions: SurveyQuestion[];
  /** Tells names among the words that begin a box. */
  idea?: string | undefined;
  /** A model's own post, without the link. */
  post?: string | undefined;
  surveyUrl: string;
  /** False where the survey does not end with asking for a contact. */
  asksContact?: boolean | undefined;
};

/** Words of a post, without the link. */
const longestPost = 79;

/**
 * A post for communities, at most 80 words, with the survey's link at its end (specification 1 and 4): whom the founder
 * asks, the first question as it stands, and how long it takes. It says nothing of the founder's answer to the problem.
 */
export function summaryPost({
  reading,
  questions,
  idea = '',
  post: written,
  surveyUrl,
  asksContact,
}: SummaryPostSource): string {
  if (written) return `${written}\n${surveyUrl}`;
  const [first] = questions;
  const language = guessLanguage(
    questions.flatMap(({ question, options }) => [question, ...(options ?? [])]).join(' '),
  );
  const parts = first
    ? [
        opening(reading?.who ?? '', first.question, language, idea),
        ...ending(questions, asksContact ?? true, language),
      ]
    : [];
  let post = '';
  for (const part of parts) {
    const longer = `${post} ${part}`.trim();
    if (longer.split(/\s+/).length <= longestPost) post = longer;
  }
  return `${post}\n${surveyUrl}`.trim();
}

function opening(typed: string, question: string, language: IdeaLanguage, idea: string): string {
  const { ask, askAnybody } = texts[language];
  // People begin the post: a capital is right for names and for all other words.
  const [who, asked] = [asSentence(typed), inSentence(question, language, idea)];
  const frame = typed.trim() === '' ? askAnybody : ask;
  return frame.replace(/\{(Who|question)\}/g, (_, name) => (name === 'Who' ? who : asked));
}

function ending(questions: SurveyQuestion[], asksContact: boolean, language: IdeaLanguage): string[] {
  const { counts, postEnd, postHelps, quotes } = texts[language];
  const count = questions.length + (asksContact ? 1 : 0);
  const said = (counts[count] ?? counts.at(-1) ?? '').replace('{count}', String(count));
  const endsWith = questions.find((question) => question.endsWith)?.endsWith;
  return [
    postEnd.replace('{questions}', said),
    ...(endsWith ? [postHelps.replace('{endsWith}', () => quotes.join(endsWith))] : []),
  ];
}
