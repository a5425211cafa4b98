import { useMutation, useQueryClient } from '@tanstack/react-query';
import { moveToTheme, type SurveyAnalysis, type Theme, type ThemeMove } from '#shared/contracts/analyses.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { call } from '#web/api/call.ts';
import { AnswerLink } from '#web/features/analyses/submissions/AnswerNumber.tsx';
import type { ListedAnswer } from '#web/features/analyses/submissions/listed-answers.ts';
import { Select } from '#web/ui/controls/Select.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import type { AggregatedSection } from './aggregated-sections.ts';

/** Public results have no ids. */
export type ThemedAnalysis = Pick<SurveyAnalysis, 'questionOrder' | 'themes'> &
  Partial<Pick<SurveyAnalysis, 'surveyId' | 'trailId'>>;

type ThemesProps = { analysis: ThemedAnalysis; section: Extract<AggregatedSection, { kind: 'texts' }> };

/** Phrases that answers share, each with its answers; the owner can move those. */
export function Themes({ analysis, section }: ThemesProps) {
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
      <p className="font-medium">Themes</p>
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
