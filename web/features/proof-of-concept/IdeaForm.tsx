import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { ideaLimit } from '#shared/contracts/ideation.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { storable } from '#shared/rules/text/storable.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { type ChangePrompt, isWorthSaving, type PromptDocument } from './saving/prompt-document.ts';
import { evidenceQuery, useValidatedIdeas } from './use-evidence.ts';

type IdeaFormProps = {
  userId: string;
  document: PromptDocument;
  /** The dialog is in sight. */
  isOpen: boolean;
  isBusy: boolean;
  /** Then only the idea's own text is in sight, and what would write asks for another plan. */
  isReadOnly: boolean;
  onChange: ChangePrompt;
  onSubmit: (idea: string) => void;
  onStop: () => void;
  onStartNew: () => void;
  /** Null when no other prompt was open before. */
  onGoBack: (() => void) | null;
};

export function IdeaForm(props: IdeaFormProps) {
  const { userId, document, isOpen, isBusy, isReadOnly, onChange, ...on } = props;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = isReadOnly ? null : problemOf(document.idea);
    setError(problem?.text ?? null);
    if (problem) {
      showToast(problem);
      field.current?.focus();
      return;
    }
    dismissError();
    on.onSubmit(document.idea.trim());
  }

  function change(idea: string) {
    setError(null);
    onChange((prompt) => ({ ...prompt, idea: storable(idea) }));
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Your App Idea" error={error} required>
        <TextArea
          ref={field}
          rows={4}
          dir="auto"
          readOnly={isReadOnly}
          value={document.idea}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <EvidenceChoice
        userId={userId}
        surveyId={document.surveyId}
        isOpen={isOpen}
        isBusy={isBusy || isReadOnly}
        onChoose={(surveyId) => onChange((prompt) => ({ ...prompt, surveyId }))}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy} busyText="Enhancing...">
          Enhance Prompt
        </Button>
        {isBusy ? <Button onClick={on.onStop}>Stop</Button> : null}
        {!isBusy && isWorthSaving(document) ? (
          <Button variant="quiet" onClick={on.onStartNew}>
            Start with another idea
          </Button>
        ) : null}
        {!isBusy && on.onGoBack ? (
          <Button variant="quiet" onClick={on.onGoBack}>
            Back to the prompt from before
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** The length is counted as the account counts it, with the blanks around the idea. */
function problemOf(idea: string): Message | null {
  if (idea.trim() === '') return message('poc_prompt_empty');
  if (idea.length <= ideaLimit) return null;
  const [length, limit] = [idea.length.toLocaleString(), ideaLimit.toLocaleString()];
  return message('poc_idea_too_long', { length, limit });
}

type EvidenceChoiceProps = {
  userId: string;
  surveyId: string | null;
  /** Only then is it asked for what there is to choose. */
  isOpen: boolean;
  isBusy: boolean;
  onChoose: (surveyId: string | null) => void;
};

/** Whose answers the rewrite rests on. */
function EvidenceChoice({ userId, surveyId, isOpen, isBusy, onChoose }: EvidenceChoiceProps) {
  const ideas = useValidatedIdeas(userId, isOpen);
  const evidence = useQuery({
    ...evidenceQuery(userId, surveyId ?? ''),
    enabled: isOpen && surveyId !== null,
  });
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
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {failed ? <Button onClick={() => void failed.refetch()}>Try again</Button> : null}
        {ideas.hasNextPage && !isBusy ? (
          <Button
            variant="quiet"
            busy={ideas.isFetchingNextPage}
            busyText="Looking..."
            onClick={() => void ideas.fetchNextPage()}
          >
            List older ideas too
          </Button>
        ) : null}
      </div>
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

type EvidenceCase = {
  ideas: ReturnType<typeof useValidatedIdeas>;
  evidence: { data: AnswerEvidence | undefined; isError: boolean };
  surveyId: string | null;
};

function describe({ ideas, evidence, surveyId }: EvidenceCase): string {
  if (surveyId !== null) {
    if (evidence.data) return restsOn(evidence.data);
    return evidence.isError ? 'The answers of this survey could not be read.' : 'Reading the answers…';
  }
  if (ideas.isError) return 'Your validated ideas could not be loaded. You can go on without them.';
  if (!ideas.data) return 'Looking for your validated ideas…';
  return ideas.data.some(({ submissionCount }) => submissionCount > 0)
    ? 'With a validated idea, features name the answers that speak of them.'
    : `None of ${ideas.hasNextPage ? 'these' : 'your'} surveys has answers yet. With answers, features name those that speak of them.`;
}

function restsOn({ submissionCount, newest, answers, options }: AnswerEvidence): string {
  if (submissionCount === 0) return 'This survey has no answers yet: the rewrite rests on your words alone.';
  const basis = `Rests on ${submissions(submissionCount)}`;
  // Features stay in place: without answers, silence about one means nothing.
  if (answers.length === 0 && options.length === 0)
    return `${basis}, but nothing in them can be traced to a feature: each stays where the rewrite puts it.`;
  const rest = 'What none of them speaks of, or only against, goes under "Do not build yet".';
  const count = answers.length.toLocaleString();
  if (newest !== null) return `${basis} and ${count} of their written answers, the newest ones. ${rest}`;
  return `${basis} with ${answers.length === 1 ? '1 written answer' : `${count} written answers`}. ${rest}`;
}

function submissions(count: number): string {
  return count === 1 ? '1 submission' : `${count.toLocaleString()} submissions`;
}

function named(idea: string): string {
  return `"${preview(idea, 80)}"`;
}
