import { useQuery } from '@tanstack/react-query';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { preview } from '#shared/rules/preview.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { evidenceQuery, useValidatedIdeas } from './use-evidence.ts';

type EvidenceChoiceProps = {
  surveyId: string | null;
  /** Only then is it asked for what there is to choose. */
  isOpen: boolean;
  isBusy: boolean;
  onChoose: (surveyId: string | null) => void;
};

/** Whose answers the rewrite rests on. */
export function EvidenceChoice({ surveyId, isOpen, isBusy, onChoose }: EvidenceChoiceProps) {
  const ideas = useValidatedIdeas(isOpen);
  const evidence = useQuery({ ...evidenceQuery(surveyId ?? ''), enabled: isOpen && surveyId !== null });
  const isListed = ideas.data?.some((idea) => idea.surveyId === surveyId);
  const chosenIdea = evidence.data?.idea ?? 'The survey that you came from';
  const failed = [ideas, evidence].find(({ isError, isFetching }) => isError && !isFetching);
  return (
    <div>
      <Field label="Based on" help={describe({ ideas, evidence, surveyId })}>
        <Select
          value={surveyId ?? ''}
          disabled={isBusy}
          onChange={(event) => onChoose(event.target.value || null)}
        >
          <option value="">Your words alone</option>
          {surveyId !== null && !isListed ? <option value={surveyId}>{named(chosenIdea)}</option> : null}
          {ideas.data?.map((idea) => (
            <ValidatedIdea key={idea.surveyId} analysis={idea} />
          ))}
        </Select>
      </Field>
      {failed ? (
        <Button onClick={() => void failed.refetch()} className="mt-2">
          Try again
        </Button>
      ) : null}
    </div>
  );
}

function ValidatedIdea({ analysis }: { analysis: SurveyAnalysis }) {
  const { surveyId, idea, submissionCount } = analysis;
  return (
    <option value={surveyId} disabled={submissionCount === 0}>
      {named(idea)} ({submissionCount === 0 ? 'no answers yet' : submissions(submissionCount)})
    </option>
  );
}

type Told = {
  ideas: ReturnType<typeof useValidatedIdeas>;
  evidence: { data: Evidence | undefined; isError: boolean };
  surveyId: string | null;
};
type Evidence = { submissionCount: number; answers: unknown[] };

function describe({ ideas, evidence, surveyId }: Told): string {
  if (surveyId !== null) {
    if (evidence.data) return restsOn(evidence.data);
    return evidence.isError ? 'The answers of this survey could not be read.' : 'Reading the answers…';
  }
  if (ideas.isError) return 'Your validated ideas could not be loaded. You can go on without them.';
  if (!ideas.data) return 'Looking for your validated ideas…';
  return ideas.data.some(({ submissionCount }) => submissionCount > 0)
    ? 'With a validated idea, each feature names the answers that asked for it.'
    : 'None of your surveys has answers yet. With answers, each feature names those that asked for it.';
}

function restsOn({ submissionCount, answers }: Evidence): string {
  if (submissionCount === 0) return 'This survey has no answers yet: the rewrite rests on your words alone.';
  const written = answers.length === 1 ? '1 written answer' : `${answers.length} written answers`;
  return `Rests on ${submissions(submissionCount)} with ${written}. What nobody asked for goes under "Do not build yet".`;
}

function submissions(count: number): string {
  return count === 1 ? '1 submission' : `${count.toLocaleString()} submissions`;
}

function named(idea: string): string {
  return `"${preview(idea, 80)}"`;
}
