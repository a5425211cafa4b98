import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';
import { citationText, citedParts } from './cited-parts.ts';

/** One thing that answers say, as a founder puts it into a text. */
export type AnswerItem = { key: string; text: string } & (
  | { kind: 'count'; count: string; says: string }
  | { kind: 'quote'; number: number; quote: string }
);

/**
 * A survey's answers as items to insert: the verdict's figures, of every other question the option that most chose, then the
 * answers in people's own words. `text` is what goes into a text: "22 of 35 throw away bread", or a citation such as
 * `[#3 "Tell me by lunch."]` (design 7.23).
 */
export function answerItems(evidence: AnswerEvidence, language: IdeaLanguage = 'en'): AnswerItem[] {
  const { of, to } = words[language];
  const answered = (names: string[], question: string) => {
    const asked = question === '' ? '' : ` ${to.replace('{question}', () => onOneLine(question))}`;
    return `${words[language].answered} ${anyOf(names)}${asked}`;
  };
  const figures = (evidence.figures ?? []).filter(({ counted }) => counted > 0);
  const counts = figures.map(({ has, counted, label, says, options }) =>
    countItem(
      `${has} ${of} ${counted}`,
      label === '' ? answered(options, questionOf(options, evidence)) : says,
      label !== '' && language !== 'en',
    ),
  );
  const options = mostChosen(evidence)
    .filter(({ question }) => !figures.some((figure) => isOf(figure.options, question, evidence)))
    .map(({ question, name, count, answered: all }) =>
      countItem(`${count} ${of} ${all}`, answered([name], question), false, question),
    );
  return [...counts, ...options, ...evidence.answers.map(quoteItem)];
}

/** The item stands in the text: its count, or a citation of words of its answer. */
export function isUsed(item: AnswerItem, text: string): boolean {
  if (item.kind === 'count') return text.includes(item.text);
  const quote = item.quote.toLowerCase();
  return citedParts(text).some(
    (part) =>
      part.kind === 'citation' &&
      part.answer === item.number &&
      quote.includes(onOneLine(part.quote).toLowerCase()),
  );
}

const words: Record<IdeaLanguage, { of: string; answered: string; to: string }> = {
  en: { of: 'of', answered: 'answered', to: 'to “{question}”' },
  de: { of: 'von', answered: 'antworteten', to: 'auf „{question}“' },
  fr: { of: 'sur', answered: 'ont répondu', to: 'à « {question} »' },
  es: { of: 'de', answered: 'respondieron', to: 'a «{question}»' },
};

function countItem(count: string, says: string, isLabel: boolean, about = ''): AnswerItem {
  // A label of another language is no verb after a number.
  const text = `${count}${isLabel ? ':' : ''} ${says}`;
  return { key: `${about} ${text}`, kind: 'count', count, says, text };
}

/** The figure counts options of this question. */
function isOf(counted: string[], question: string, { options }: AnswerEvidence): boolean {
  const names = options.filter((option) => option.question === question).map(({ name }) => name);
  return counted.length > 0 && counted.every((name) => names.includes(name));
}

/** The question whose options a figure counts; '' where none is known. */
function questionOf(counted: string[], evidence: AnswerEvidence): string {
  return evidence.options.find(({ question }) => isOf(counted, question, evidence))?.question ?? '';
}

/** Of each question the option that most chose, where it is known of how many. */
function mostChosen({ options }: AnswerEvidence): AnswerEvidence['options'] {
  const questions = [...new Set(options.map(({ question }) => question))];
  return questions.flatMap((question) => {
    const [most] = options
      .filter((option) => option.question === question && option.count > 0 && option.answered !== null)
      .sort((one, other) => other.count - one.count);
    return most ? [most] : [];
  });
}

function anyOf(options: string[]): string {
  const shown = options.slice(0, 2).map((option) => `‘${cutAtWord(onOneLine(option), 60)}’`);
  return `${shown.join(' / ')}${options.length > 2 ? ' …' : ''}`;
}

function quoteItem({ number, question, text }: AnswerEvidence['answers'][number]): AnswerItem {
  const quote = onOneLine(text);
  return {
    key: `${number} ${question}`,
    kind: 'quote',
    number,
    quote,
    text: citationText({ answer: number, quote: citable(quote) }),
  };
}

/** The longest stretch of an answer that a citation can hold, cut at a word: neither quotation marks nor brackets. */
function citable(quote: string): string {
  const [longest = ''] = quote
    .split(/["“”[\]]/)
    .map((part) => part.replace(/^[\s.,;:!?]+/, '').trim())
    .sort((one, other) => other.length - one.length);
  return cutAtWord(longest, longestQuote).replace(/…$/, '').trim();
}

const longestQuote = 160;

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
