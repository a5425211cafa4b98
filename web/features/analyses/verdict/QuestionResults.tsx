import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import {
  moveToTheme,
  type SurveyAnalysis,
  type Theme,
  type ThemeMove,
} from '#shared/contracts/surveys/analyses.ts';
import { listedTexts } from '#shared/rules/surveys/answer-evidence.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import {
  AnswerLink,
  AnswerNumber,
  answerPlace,
  type ListedAnswer,
  OwnAnswers,
} from '#web/features/analyses/submissions/AnswerLink.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { notFetched } from '#web/ui/states/NotFetched.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import type { AggregatedSection } from './aggregated-sections.ts';

const BarChart = lazy(() => import('./BarChart.tsx').then((m) => ({ default: m.BarChart }), notFetched));

/** Public results have no ids. */
type ThemedAnalysis = Pick<SurveyAnalysis, 'questionOrder' | 'themes'> &
  Partial<Pick<SurveyAnalysis, 'surveyId' | 'trailId'>>;

type AggregatedProps = { analysis: ThemedAnalysis; section: AggregatedSection };

/** The chart of one question, or its list with the themes. */
export function Aggregated({ analysis, section }: AggregatedProps) {
  if (section.kind === 'texts')
    return (
      <>
        <TextList {...section} />
        <Themes analysis={analysis} section={section} />
      </>
    );
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <BarChart title={section.title} counts={section.counts} />
    </Suspense>
  );
}

function ChartSkeleton() {
  return (
    <Loading label="Loading the chart">
      <Skeleton className="h-50 w-full rounded-m" />
    </Loading>
  );
}

type TextListProps = Pick<Extract<AggregatedSection, { kind: 'texts' }>, 'title' | 'texts' | 'numbers'>;

/** Answers in sight before the others are unfolded. */
const leadingTexts = 3;

/** The free-text answers to one question, each with its number where that is known. */
function TextList({ title, texts, numbers }: TextListProps) {
  const more = texts.length - leadingTexts;
  if (texts.length === 0) return <p className="text-soft">No answers in words yet.</p>;
  const part = (from: number, to?: number) => (
    <Texts title={title} texts={texts.slice(from, to)} numbers={numbers.slice(from, to)} />
  );
  return (
    <section aria-label={title}>
      {part(0, leadingTexts)}
      {more > 0 ? (
        <Fold className="mt-1" title={<span className="py-1">{moreText(texts)}</span>}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section aria-label={`More: ${title}`} tabIndex={0} className={scrollingClass}>
            {part(leadingTexts)}
          </section>
        </Fold>
      ) : null}
    </section>
  );
}

/** True for a list that ends at its newest answers, so that it is not taken for all of them. */
function isCut(texts: string[]): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return texts.length >= listedTexts.perQuestion || characters > listedTexts.characters - longestAnswer;
}

// The next one, which had no room, is at most this long.
const longestAnswer = 10_000;

function moreText(texts: string[]): string {
  const more = texts.length - leadingTexts;
  if (isCut(texts))
    return `${more.toLocaleString()} more of the newest ${texts.length.toLocaleString()} answers`;
  return `${more.toLocaleString()} more ${more === 1 ? 'answer' : 'answers'}`;
}

/** How many answers the themes were found in; '' where it is not known. */
function readText(themes: Theme[], texts: string[]): string {
  const read = Math.max(0, ...themes.map(({ of = 0 }) => of));
  if (read === 0) return '';
  const newest = isCut(texts) || read < texts.length ? 'the newest ' : '';
  return ` in ${newest}${read.toLocaleString()} answers`;
}

function Texts({ title, texts, numbers }: TextListProps) {
  const isOwner = use(OwnAnswers) !== null;
  return numbers.length > 0 ? (
    <ul className="-mx-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      {numbers.map((number, place) => (
        <li key={number} {...answerPlace({ title, number })} className={numberedClass}>
          {isOwner ? (
            <AnswerLink answer={{ title, number }} className="mt-px self-start justify-self-end" />
          ) : (
            <AnswerNumber number={number} className="mt-px justify-self-end" />
          )}
          <span dir="auto" className={textClass}>
            {texts[place]}
          </span>
        </li>
      ))}
    </ul>
  ) : (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-faint">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same words
        <li key={index} dir="auto" className={textClass}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Positioned, so that what is hidden in it for screen readers does not stretch the page. */
const scrollingClass = 'relative -mx-1.5 max-h-80 overflow-y-auto rounded-s px-1.5';
const textClass = 'whitespace-pre-line wrap-anywhere';

// The one that a number led to has the focus, also where it was clicked.
const numberedClass =
  'col-span-2 grid grid-cols-subgrid items-start rounded-s px-1.5 py-1 -outline-offset-2 outline-spark ' +
  'transition-colors duration-100 focus:bg-spark-wash focus:outline-2';

type ThemesProps = { analysis: ThemedAnalysis; section: Extract<AggregatedSection, { kind: 'texts' }> };

/** Phrases that answers share, each with its answers; the owner can move those. */
function Themes({ analysis, section }: ThemesProps) {
  const { themes = {} } = analysis;
  const own = Object.hasOwn(themes, section.title) ? themes[section.title] : undefined;
  return own?.length ? <ThemeList analysis={analysis} section={section} themes={own} /> : null;
}

function ThemeList({ analysis, section, themes }: ThemesProps & { themes: Theme[] }) {
  const { surveyId = '', questionOrder, trailId } = analysis;
  const { title, texts, numbers } = section;
  const move = useThemeMove(surveyId, questionOrder.indexOf(title));
  const themed = new Set(themes.flatMap((theme) => theme.numbers));
  const rest = numbers.filter((number) => !themed.has(number));
  const isOwner = Boolean(trailId);
  const answersOf = (own: number[]): ListedAnswer[] =>
    own.map((number) => ({ title, number, text: texts[numbers.indexOf(number)] ?? '' }));
  const moveFrom = (from: string | null) =>
    isOwner
      ? { themes, from, onMove: (number: number, theme: string | null) => move.mutate({ number, theme }) }
      : null;
  return (
    <section aria-label={`Themes: ${title}`} className="mt-3 border-t border-line pt-2">
      <p className="font-medium">{`Themes${readText(themes, texts)}`}</p>
      {themes.map(({ theme, numbers: own }) => (
        <AnswerFold key={theme} name={theme} answers={answersOf(own)} move={moveFrom(theme)} />
      ))}
      {isOwner && rest.length > 0 ? (
        <AnswerFold name="No theme" answers={answersOf(rest)} move={moveFrom(null)} />
      ) : null}
      {move.isError ? (
        <p role="alert" className="text-meta text-bad">
          {move.error.message}
        </p>
      ) : null}
    </section>
  );
}

type Move = {
  themes: Theme[];
  from: string | null;
  onMove: (number: number, theme: string | null) => void;
};
type AnswerFoldProps = { name: string; answers: ListedAnswer[]; move: Move | null };

function AnswerFold({ name, answers, move }: AnswerFoldProps) {
  return (
    <Fold
      title={
        <span className="flex items-center gap-1 py-1 wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="text-faint tabular-nums">· {answers.length.toLocaleString()}</span>
        </span>
      }
    >
      <ul className="grid gap-2">
        {answers.map((answer) => (
          <li key={answer.number} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <AnswerLink answer={answer} />
            <span dir="auto" className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
              {preview(answer.text, 200)}
            </span>
            {move ? <MoveSelect number={answer.number} move={move} /> : null}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function MoveSelect({ number, move: { themes, from, onMove } }: { number: number; move: Move }) {
  const others = themes.filter(({ theme }) => theme !== from);
  if (from === null && others.length === 0) return null;
  return (
    <Select
      aria-label={`Move answer #${number} to another theme`}
      value=""
      className="w-40"
      onChange={({ currentTarget }) => {
        // The answer leaves this list, and the select with it.
        currentTarget.closest('details')?.querySelector('summary')?.focus();
        onMove(number, currentTarget.value === none ? null : currentTarget.value.slice(prefix.length));
      }}
    >
      <option value="" disabled>
        Move to…
      </option>
      {others.map(({ theme }) => (
        <option key={theme} value={prefix + theme}>
          {theme}
        </option>
      ))}
      {from === null ? null : <option value={none}>No theme</option>}
    </Select>
  );
}

const none = 'none';
const prefix = 'theme:';

type AnswerMove = Pick<ThemeMove, 'number' | 'theme'>;

/** Moves an answer to another theme of its question, or to none. */
function useThemeMove(surveyId: string, question: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (move: AnswerMove) =>
      call(moveToTheme, { params: { surveyId }, body: { question, ...move } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['analysis', surveyId] }),
  });
}
