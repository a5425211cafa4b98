import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { type BuildPromptForm, mostAttached } from '#shared/contracts/build-prompts.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import type { AnswerItem } from '#shared/rules/surveys/answer-items.ts';
import { IdeaForm, type IdeaProblem, ideaProblem } from '#web/studio/IdeaForm.tsx';
import { WithAnswers } from '#web/ui/answers/AnswersPanel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { EvidenceChoice, evidenceQuery } from './EvidenceChoice.tsx';
import { FormQuestions, lineName } from './FormQuestions.tsx';
import type { ChangePrompt, PromptDocument } from './prompt-document.ts';
import type { IdeaWork } from './use-idea-work.ts';
import { attach, heldAnswers, usePromptForm } from './use-prompt-form.ts';

/** For the button in the dialog's foot. */
export const ideaForm = 'build-prompt-idea';

type PromptFormProps = {
  userId: string;
  document: PromptDocument;
  /** Questions stand in for a model. */
  asks: boolean;
  reading: IdeaReading | undefined;
  work: IdeaWork | undefined;
  /** The dialog is in sight. */
  isOpen: boolean;
  isBusy: boolean;
  /** Then only the idea's own text is in sight, and what would write asks for another plan. */
  isReadOnly: boolean;
  onChange: ChangePrompt;
  onSubmit: (idea: string, form: BuildPromptForm | null) => Promise<void>;
};

export function PromptForm(props: PromptFormProps) {
  const { userId, document, asks, reading, work, isOpen, isBusy, isReadOnly, onChange, onSubmit } = props;
  const answered = usePromptForm({ document, reading, work, onChange });
  const form = asks ? answered : null;
  const language = planLanguage(reading ?? work?.read);
  const evidence = useOwnEvidence(document, work, onChange);
  const [wordless, setWordless] = useState<number | null>(null);
  const [line, setLine] = useState<number | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const answers = useEvidence(userId, form && isOpen ? document.surveyId : null);
  const held = answers.evidence === undefined ? null : heldAnswers(answers.evidence, language);

  function submit(): IdeaProblem | null {
    const problem = isReadOnly ? null : ideaProblem(document.idea, 'poc_prompt_empty', 'poc_idea_too_long');
    if (problem) return problem;
    const empty = form && !isReadOnly ? findWordless(form.answers, held) : -1;
    setWordless(empty === -1 ? null : empty);
    if (empty !== -1) return { field: lineName(empty) };
    void onSubmit(document.idea.trim(), form?.answers ?? null);
    return null;
  }

  function insert(item: AnswerItem) {
    if (!form || isReadOnly || isBusy) return;
    const { abilities } = form.answers;
    form.change({
      abilities: abilities.map((one, index) => (index === target ? attach(one, item) : one)),
    });
  }

  const lines = form?.answers.abilities ?? [];
  // Without a cursor the first line that waits for words or answers.
  const target =
    line ??
    Math.max(
      0,
      lines.findIndex(({ attached }) => attached.length === 0),
    );
  const isFull = (lines[target]?.attached.length ?? 0) >= mostAttached;
  return (
    <WithAnswers
      answers={
        form && {
          ...answers,
          language,
          written: lines.flatMap(({ attached }) => attached).join('\n'),
          hint: isFull ? `Line ${target + 1} is full.` : `Adds to line ${target + 1}.`,
          onOpen: () =>
            element.current
              ?.querySelector(`[name="${lineName(target)}"]`)
              ?.scrollIntoView({ block: 'nearest' }),
          onInsert: insert,
        }
      }
    >
      <IdeaForm
        form={element}
        id={ideaForm}
        label="Your App Idea"
        idea={document.idea}
        isRequired
        isBusy={isBusy}
        className="grid min-w-0 grid-cols-1 content-start gap-5 pb-5"
        field={(wiring) => <TextArea {...wiring} rows={4} dir="auto" readOnly={isReadOnly} />}
        below={
          <EvidenceChoice
            userId={userId}
            surveyId={document.surveyId}
            trailId={document.trailId || (work?.trailId ?? null)}
            isOpen={isOpen}
            isBusy={isBusy || isReadOnly}
            onChoose={(surveyId) => {
              evidence.choose();
              onChange((prompt) => ({ ...prompt, surveyId }));
            }}
          />
        }
        onChange={(idea) => onChange((prompt) => ({ ...prompt, idea }))}
        onSubmit={submit}
      >
        {form ? (
          <FormQuestions
            form={form}
            isReadOnly={isReadOnly || isBusy}
            held={held}
            wordless={wordless}
            onLineFocus={setLine}
          />
        ) : null}
      </IdeaForm>
    </WithAnswers>
  );
}

/** Bases a prompt on the answers of its own idea, until the founder chooses or has a result. */
function useOwnEvidence(document: PromptDocument, work: IdeaWork | undefined, onChange: ChangePrompt) {
  const own = useRef<string | null>(null);
  const [isChosen, setChosen] = useState(document.rewrites.length > 0);
  const isOwn = document.surveyId === own.current;
  const takeOwn = useEffectEvent((surveyId: string | null) => {
    if (isChosen || !isOwn || surveyId === document.surveyId) return;
    own.current = surveyId;
    onChange((prompt) => ({ ...prompt, surveyId }));
  });
  const answered = work?.answeredSurveyId;
  useEffect(() => {
    if (answered !== undefined) takeOwn(answered);
  }, [answered]);
  return { choose: () => setChosen(true) };
}

/** The answers to choose from: null without a survey, undefined while they are not there. */
function useEvidence(userId: string, surveyId: string | null) {
  const query = useQuery({ ...evidenceQuery(userId, surveyId ?? ''), enabled: surveyId !== null });
  const evidence: AnswerEvidence | null | undefined = surveyId === null ? null : query.data;
  const hasFailed = query.isError && !query.isFetching;
  return { evidence, onRetry: hasFailed ? () => void query.refetch() : null };
}

/** A line with answers that says nothing itself; -1 when there is none. */
function findWordless({ abilities }: BuildPromptForm, held: Set<string> | null): number {
  return abilities.findIndex(
    ({ text, attached }) => text.trim() === '' && attached.some((one) => held?.has(one) ?? true),
  );
}
