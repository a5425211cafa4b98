import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import type { Figure } from '#shared/contracts/surveys/analyses.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';

/** A figure as the rule counts it, before it is put into words. */
export type CountedFigure = Omit<Figure, 'subject' | 'says' | 'uncountedOptions'>;

/** Everybody who was asked, by their name; or those who have the problem by the first figure. */
export type FigureBase = { people: string } | { having: number };

type WordedFigure = Pick<Figure, 'has' | 'counted' | 'label' | 'options'>;

/**
 * The sentence of a figure, which names the problem: "22 of 35 bakers" and "throw away unsold bread every week or
 * more". Without a label it names the options.
 * @param howOften what the options mean together, where they are the ones of our own question.
 */
export function figureWords(
  figure: WordedFigure,
  base: FigureBase,
  { howOften = '', language = 'en' }: { howOften?: string; language?: IdeaLanguage } = {},
): Pick<Figure, 'subject' | 'says'> {
  const subject = `${grouped(figure.has)} of ${baseWords(figure.counted, base)}`;
  if (figure.label === '') return { subject, says: `answered ${anyOf(figure.options)}` };
  const says = `${figure.label} ${howOften}`.trim();
  // English words around a label of another language make no sentence.
  return language === 'en' ? { subject, says } : { subject: `${subject}:`, says };
}

/** The whole sentence, without a full stop. An unlabelled figure begins with its question. */
export function figureSentence({ question, label, subject, says }: Figure): string {
  const named = label === '' ? `${cutAtWord(question.trim(), longestQuestion)} ` : '';
  return `${named}${subject} ${says}`;
}

/** Why the figure counts fewer than answered: "5 answered ‘I don’t remember’, so 35 count." Empty where it doesn't. */
export function uncountedWords({ counted, uncounted, uncountedOptions }: Figure): string {
  if (uncounted === 0) return '';
  return `${grouped(uncounted)} answered ${anyOf(uncountedOptions)}, so ${grouped(counted)} count.`;
}

/** "1,234" */
export function grouped(count: number): string {
  return numbers.format(count);
}

function baseWords(counted: number, base: FigureBase): string {
  if ('people' in base) return `${grouped(counted)} ${base.people || 'people'}`;
  // "the" would name all of them; some gave an answer that is not counted.
  return `${counted === base.having ? 'the ' : ''}${grouped(counted)} who have it`;
}

/** "‘Every day’ or ‘About every week’"; of more than two the first and how many. */
function anyOf(options: string[]): string {
  const names = options.map((option) => `‘${cutAtWord(option.trim().replace(/\s+/g, ' '), longestOption)}’`);
  if (names.length <= 2) return names.join(' or ');
  return `${names[0]} or ${names.length - 1} more options`;
}

const longestQuestion = 80;
const longestOption = 40;
const numbers = new Intl.NumberFormat('en-US');
