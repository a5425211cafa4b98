import { createHash } from 'node:crypto';
import { createElement, type ReactElement } from 'react';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { linkButton } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import type { Figure } from '#shared/contracts/surveys/analyses.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { figureSentence, grouped, uncountedWords } from '#shared/rules/verdict/figure-words.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import type { FirstAnswer, MailedSurvey } from './repository.ts';

type NewsLetter = {
  mailed: MailedSurvey;
  /** When the mail was decided: the same for each try of one mail. */
  at: string;
  siteUrl: string;
  offUrl: string;
};

/** The first answer that counts, in its own words, and how many more bring a verdict. */
export function firstAnswerLetter(letter: NewsLetter, first: FirstAnswer): MailMessage {
  const { submissionCount, basis } = letter.mailed.analysis;
  const minimum = basis?.rules.at(-1)?.minimumAnswers ?? defaultRule.minimumAnswers;
  const missing = basis?.moreAnswers ?? minimum - submissionCount;
  const lead =
    basis?.reason === 'no-marks'
      ? 'Mark what counts to get a verdict.'
      : `${grouped(missing)} more ${missing === 1 ? 'brings' : 'bring'} a verdict.`;
  return compose(letter, {
    kind: 'first',
    subject: 'Your first answer',
    headline:
      basis?.reason === 'no-marks'
        ? [grouped(submissionCount), submissionCount === 1 ? ' answer' : ' answers']
        : [grouped(minimum - missing), ` of ${grouped(minimum)}`],
    lead,
    blocks: [answersBlock(first)],
    button: 'Read the answer',
  });
}

/** The verdict with its first sentence and range; `before` is the decision that was mailed before it. */
export function verdictLetter(letter: NewsLetter, before: string | null): MailMessage {
  const { analysis, figures, line, submissionCount } = letter.mailed.analysis;
  const [figure] = figures.filter(({ counted }) => counted > 0);
  const answers = `${grouped(submissionCount)} answers`;
  return compose(letter, {
    kind: 'verdict',
    subject: before === null ? `${answers}: your verdict` : `${answers}: your verdict changed`,
    headline: [analysis.goNoGoDecision, ''],
    lead: figure ? `${figureSentence(figure)}.` : analysis.summary,
    blocks: [
      ...(figure ? [rangeBlock(figure, line)] : []),
      h(
        'p',
        { className: 'soft', style: note },
        before === null ? '' : `It was ${before}. `,
        figure ? `${uncountedWords(figure)} ` : '',
        'More answers can still change this.',
      ),
    ],
    button: 'Read the verdict',
  });
}

type Written = {
  kind: 'first' | 'verdict';
  subject: string;
  /** A large word or number, and small words behind it. */
  headline: [large: string, small: string];
  lead: string;
  blocks: ReactElement[];
  button: string;
};

const longestName = 5;

function compose({ mailed, at, siteUrl, offUrl }: NewsLetter, written: Written): MailMessage {
  const { survey, owner } = mailed;
  const { kind, subject, headline, lead, blocks, button } = written;
  const [large, small] = headline;
  const name = firstWords(survey.name ?? survey.appName ?? survey.plan?.idea ?? survey.idea, longestName);
  return {
    to: owner.email,
    subject,
    unsubscribeUrl: offUrl,
    id: `survey-${createHash('sha256').update(`${survey.id} ${kind} ${at}`).digest('hex').slice(0, 32)}`,
    ...renderLetter({
      title: subject,
      headline: [
        h('span', { key: 'large', style: huge }, large),
        h('span', { key: 'small', className: 'soft', style: behindHuge }, small),
      ],
      preheader: lead,
      blocks: [
        h('p', { dir: 'auto', style: leading }, lead),
        ...blocks,
        linkButton(button, `${siteUrl}${resultsPath(survey.id)}`),
      ],
      reason: [
        'Sent because people answer your survey “',
        h('bdi', { key: 'name' }, name),
        '”. ',
        h('a', { key: 'off', href: offUrl, className: 'soft', style: offLink }, 'Stop these mails'),
      ],
    }),
  };
}

const h = createElement;
const mostWords = 32;
const longestPart = 12;
const shortestAnswer = 3;

/** Questions with what was answered, as many as a short mail has room for. */
function answersBlock({ number, questions, answers }: FirstAnswer): ReactElement {
  const pairs: ReactElement[] = [];
  let left = mostWords;
  for (const [at, { question }] of questions.entries()) {
    const said = [answers[at] ?? ''].flat().join(', ').trim();
    const asked = firstWords(question, longestPart);
    const room = left - countWords(asked);
    if (said === '' || room < shortestAnswer) continue;
    const answer = firstWords(said, Math.min(longestPart, room));
    left = room - countWords(answer);
    pairs.push(
      h('p', { key: `question ${at}`, dir: 'auto', className: 'soft', style: askedStyle }, asked),
      h('p', { key: `answer ${at}`, dir: 'auto', style: saidStyle }, answer),
    );
  }
  return h('div', { style: quoted, title: `#${number}` }, ...pairs);
}

/** The range of a figure on a line of 0 to 100 %, in table cells: mail programs know no positions. */
function rangeBlock({ has, counted, low, high }: Figure, line: number): ReactElement {
  const share = (has / counted) * 100;
  const ends = [...new Set([0, low, share, high, line, 100])].toSorted((a, b) => a - b);
  const cells = ends.slice(0, -1).map((from, place) => {
    const to = ends[place + 1] ?? 100;
    const isInRange = from >= low && to <= high;
    const edge =
      from === share ? '3px solid #e2531f' : from === line && from > 0 ? '2px dashed #8a847c' : undefined;
    const style = {
      height: 8,
      padding: 0,
      fontSize: 0,
      lineHeight: '8px',
      backgroundColor: isInRange ? '#f2b5a0' : '#f0eeeb',
      borderLeft: edge,
    };
    return h('td', { key: from, className: isInRange ? 'range' : 'track', width: `${to - from}%`, style });
  });
  return h(
    'div',
    { style: { margin: '0 0 16px' } },
    h(
      'table',
      { className: 'html-only', role: 'presentation', width: '100%', cellSpacing: 0, cellPadding: 0 },
      h('tbody', null, h('tr', null, ...cells)),
    ),
    h('p', { className: 'soft', style: legend }, `${low}–${high} % · your line: ${line} %`),
  );
}

/** The text's first words on one line, with an ellipsis where it goes on. */
function firstWords(text: string, most: number): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  const words = whole.split(' ').slice(0, most).join(' ');
  // Some languages have no spaces.
  const cut = withoutHalfCharacter(words.slice(0, most * longestWord));
  return cut.length < whole.length ? `${cut.trimEnd()}…` : whole;
}

const longestWord = 12;

function countWords(text: string): number {
  return text.split(' ').length;
}

const huge = { fontSize: 56, lineHeight: '60px', letterSpacing: '-0.04em' };
const behindHuge = { fontWeight: 400, color: '#5f5a53' };
const leading = { margin: '0 0 20px', fontSize: 18, lineHeight: '26px' };
const note = { margin: '0 0 20px', fontSize: 15, lineHeight: '22px', color: '#5f5a53' };
const legend = { margin: '8px 0 0', fontSize: 13, lineHeight: '20px', color: '#5f5a53' };
const quoted = { margin: '0 0 20px', padding: '0 0 0 16px', borderLeft: '2px solid #e2531f' };
const askedStyle = { margin: 0, fontSize: 13, lineHeight: '20px', color: '#5f5a53' };
const saidStyle = { margin: '0 0 12px' };
const offLink = { color: '#5f5a53', textDecoration: 'underline' };
