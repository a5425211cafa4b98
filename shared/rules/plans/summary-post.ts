import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { guessLanguage } from './guess-language.ts';
import { countWords, fillFirst, phraseForms } from './phrase-forms.ts';
import texts from './plan-texts.json' with { type: 'json' };
import { planLanguage } from './write-plan.ts';

export type SummaryPostSource = {
  idea: string;
  /** Absent in plans from before ideas were read. */
  reading?: IdeaReading | undefined;
  oneSentencePitch: string;
  problemParagraph: string;
  questions: SurveyQuestion[];
  /** A model's own post, without the link. */
  post?: string | undefined;
  surveyUrl: string;
};

/** Words of a post, without the link. */
const longestPost = 79;

/**
 * A post for communities in the founder's voice and the idea's language, at most 80 words, with the survey's link at
 * its end (Specification 1 and 4). Without a reading it tells the plan's problem, or else its pitch.
 */
export function summaryPost(source: SummaryPostSource): string {
  const { idea, reading, questions, post, surveyUrl } = source;
  if (post) return `${post}\n${surveyUrl}`;
  const language = reading ? planLanguage(reading) : guessLanguage(`${source.problemParagraph} ${idea}`);
  const end = postEnd(questions, language);
  const room = longestPost - countWords(end);
  const opening = reading ? fillFirst(texts[language].post, phraseForms(reading, idea, language), room) : '';
  return `${`${opening || openingOf(source, language, room)} ${end}`.trim()}\n${surveyUrl}`;
}

function postEnd(questions: SurveyQuestion[], language: IdeaLanguage): string {
  const { counts, postEnd, postHelps, quotes } = texts[language];
  const count = questions.length;
  const said = (counts[count] ?? counts.at(-1) ?? '').replace('{count}', String(count));
  const asked = count > 0 ? postEnd.replace('{questions}', said) : '';
  const endsWith = questions.find((question) => question.endsWith)?.endsWith;
  const helps = endsWith ? postHelps.replace('{endsWith}', () => quotes.join(endsWith)) : '';
  return `${asked} ${helps}`.trim();
}

function openingOf(source: SummaryPostSource, language: IdeaLanguage, room: number): string {
  const about = source.problemParagraph.trim() || source.oneSentencePitch.trim() || source.idea.trim();
  const { postAbout } = texts[language];
  return postAbout.replace('{about}', () => wholeSentences(about, room - countWords(postAbout)));
}

/** As many sentences as there is room for, or the first one cut at a word. */
function wholeSentences(text: string, mostWords: number): string {
  let kept = '';
  for (const sentence of text.match(/\S.*?(?:[.!?…]+(?=\s|$)|$)/gsu) ?? []) {
    const longer = `${kept} ${sentence.replace(/\s+/g, ' ')}`.trim();
    if (countWords(longer) > mostWords) break;
    kept = longer;
  }
  if (kept === '') kept = `${text.split(/\s+/).slice(0, mostWords).join(' ')} …`;
  return /[.!?…]$/u.test(kept) ? kept : `${kept}.`;
}
