import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { listAnalyses, readAnalysis, type SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Select } from '#web/ui/controls/Select.tsx';

type EvidenceChoiceProps = {
  userId: string;
  surveyId: string | null;
  /** The idea's trail, whose surveys come first; null while it has none. */
  trailId: string | null;
  /** Only then is it asked for what there is to choose. */
  isOpen: boolean;
  isBusy: boolean;
  onChoose: (surveyId: string | null) => void;
};

/** Whose answers the rewrite rests on. */
export function EvidenceChoice(props: EvidenceChoiceProps) {
  const { userId, surveyId, trailId, isOpen, isBusy, onChoose } = props;
  const ideas = useValidatedIdeas(userId, isOpen);
  const evidence = useQuery({
    ...evidenceQuery(userId, surveyId ?? ''),
    enabled: isOpen && surveyId !== null,
  });
  const isListed = ideas.data?.some((idea) => idea.surveyId === surveyId);
  const chosenIdea = evidence.data?.idea ?? 'The survey that you came from';
  const failed = [ideas, evidence].find(({ isError, isFetching }) => isError && !isFetching);
  const isOwn = (idea: SurveyAnalysis) => trailId !== null && idea.trailId === trailId;
  const own = ideas.data?.filter(isOwn) ?? [];
  const others = ideas.data?.filter((idea) => !isOwn(idea)) ?? [];
  const id = useId();
  const help = describe({ ideas, evidence, surveyId });
  return (
    <div>
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="shrink-0 text-[0.8125rem] text-soft">
          Based on
        </label>
        <Select
          id={id}
          aria-describedby={help ? `${id}-help` : undefined}
          value={surveyId ?? ''}
          disabled={isBusy}
          onChange={(event) => onChoose(event.target.value || null)}
          className="min-w-0 grow"
        >
          {surveyId !== null && !isListed ? <option value={surveyId}>{named(chosenIdea)}</option> : null}
          {own.map((idea) => (
            <ValidatedIdea key={idea.surveyId} analysis={idea} />
          ))}
          <option value="">Your words alone</option>
          {others.length > 0 ? (
            <optgroup label="Other ideas">
              {others.map((idea) => (
                <ValidatedIdea key={idea.surveyId} analysis={idea} />
              ))}
            </optgroup>
          ) : null}
        </Select>
      </div>
      <p id={`${id}-help`} className="mt-1.5 text-meta text-faint empty:hidden">
        {help}
      </p>
      {ideas.data && isCut(ideas.data) ? (
        <p className="mt-2 text-meta text-soft">
          Your newest {ideas.data.length.toLocaleString()} surveys are listed.
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {failed ? <Button onClick={() => void failed.refetch()}>Try again</Button> : null}
      </div>
    </div>
  );
}

function ValidatedIdea({ analysis }: { analysis: SurveyAnalysis }) {
  const { surveyId, idea, submissionCount } = analysis;
  return (
    <option value={surveyId} disabled={submissionCount === 0}>
      {`${named(idea)} (${submissionCount === 0 ? 'no answers yet' : answers(submissionCount)})`}
    </option>
  );
}

type EvidenceCase = {
  ideas: ReturnType<typeof useValidatedIdeas>;
  evidence: { data: AnswerEvidence | undefined; isError: boolean };
  surveyId: string | null;
};

function describe({ ideas, evidence, surveyId }: EvidenceCase): string | null {
  if (surveyId !== null) {
    if (evidence.data) return restsOn(evidence.data);
    return evidence.isError ? 'The answers of this survey could not be read.' : 'Reading the answers…';
  }
  if (ideas.isError) return 'Your validated ideas could not be loaded. You can go on without them.';
  if (!ideas.data) return 'Looking for your validated ideas…';
  return ideas.data.some(({ submissionCount }) => submissionCount > 0)
    ? null
    : `None of ${isCut(ideas.data) ? 'these' : 'your'} surveys has answers yet.`;
}

/** True when older ideas may be missing: the list is a full page. */
function isCut(ideas: SurveyAnalysis[]): boolean {
  return ideas.length >= pageLimit;
}

function restsOn({ submissionCount, newest, answers: written }: AnswerEvidence): string {
  if (submissionCount === 0) return 'This survey has no answers yet.';
  const basis = answers(submissionCount);
  if (written.length === 0) return `${basis}, none in words.`;
  const count = written.length.toLocaleString();
  const words = newest === null ? `${count} in their own words` : `the newest ${count} in their own words`;
  return `${basis}, ${words}.`;
}

function answers(count: number): string {
  return count === 1 ? '1 answer' : `${count.toLocaleString()} answers`;
}

function named(idea: string): string {
  return `"${preview(idea, 80)}"`;
}

/** The founder's surveys that have an analysis, newest first. */
function useValidatedIdeas(userId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['validated-ideas', userId],
    queryFn: () => call(listAnalyses, { query: { limit: pageLimit } }),
    enabled,
  });
}

/** Answers of one survey, as evidence. */
export function evidenceQuery(userId: string, surveyId: string) {
  return queryOptions({
    queryKey: ['answer-evidence', userId, surveyId],
    queryFn: async () => answerEvidence(await call(readAnalysis, { query: { surveyId } })),
  });
}
