import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { previewIdea } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { readAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { readSurvey } from '#shared/contracts/surveys/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import { type KnownIdea, saidBefore } from '#shared/rules/ideation/said-before.ts';
import { formLimit, lengthOf, type StageForm } from '#shared/rules/ideation/stage-fields.ts';
import { stageSuggestions } from '#shared/rules/ideation/suggestions.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { call } from '#web/api/call.ts';
import { answeredSurvey, findTrail } from '#web/api/find-trail.ts';
import { sendPhrases } from '#web/drafts/send-phrases.ts';
import { IdeaForm, type IdeaProblem, ideaProblem } from '#web/studio/IdeaForm.tsx';
import { WithAnswers } from '#web/ui/answers/AnswersPanel.tsx';
import { useCursor } from '#web/ui/answers/use-cursor.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { StageFields, wrongFigure } from './StageForm.tsx';
import { type ChangeDocument, hasContent, type IdeationDocument } from './session-document.ts';
import type { WrittenForm } from './use-coach.ts';
import type { FormDraft } from './use-form-draft.ts';

type CoachFormProps = {
  document: IdeationDocument;
  change: ChangeDocument;
  userId: string;
  readingOf: Parameters<typeof useKnownIdea>[0]['readingOf'];
  /** The coming stage's form; null where a model writes it, and behind the last stage. */
  draft: FormDraft | null;
  /** Lets the model write this stage after all; null without a model. */
  onWithAi: (() => void) | null;
  isBusy: boolean;
  onWrite: (written?: WrittenForm) => void;
  onSave: () => void;
};

/** Id of the form that the button sends. */
export const ideaForm = 'ideation-idea';

/** The idea, and without AI the fields of the coming stage; their button is below, where it is always in sight. */
export function CoachForm(props: CoachFormProps) {
  const { document, change, userId, readingOf, draft, onWithAi, isBusy, onWrite, onSave } = props;
  const { idea, content, nextStage } = document;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const cursor = useCursor(fields);
  const { known, answers, retry } = useKnownIdea({ userId, document, readingOf, isOn: draft !== null });
  const values: StageForm = draft && nextStage ? { ...saidBefore(nextStage, known), ...draft.fields } : {};
  const isClosed = nextStage !== 'IDEATION' && hasContent(document);

  function submit(): IdeaProblem | null {
    if (!nextStage) {
      onSave();
      return null;
    }
    const problem = ideaProblem(idea, 'ideation_prompt_empty', 'ideation_idea_too_long');
    // A later stage begins without an idea too.
    if (problem && (nextStage === 'IDEATION' || idea.trim() !== '')) return problem;
    if (!draft) onWrite();
    else {
      flushSync(() => setChecked(true));
      const wrong = wrongFigure(nextStage, values);
      if (wrong) return { field: wrong };
      if (lengthOf(values) > formLimit) showToast(message('ideation_form_too_long', inFigures(values)));
      else onWrite({ form: values, reading: known.reading });
    }
    return null;
  }

  return (
    <WithAnswers
      answers={
        draft && nextStage
          ? {
              evidence: answers,
              onRetry: retry,
              language: planLanguage(known.reading),
              written: `${Object.values(values).flat().join('\n')}\n${content}`,
              hint: 'Goes where your cursor is.',
              onInsert: ({ text }) => cursor.insert(text),
            }
          : null
      }
    >
      <IdeaForm
        form={form}
        id={ideaForm}
        label="Ideas for my startup"
        idea={isClosed ? '' : idea}
        isBusy={isBusy}
        className="min-w-0"
        field={(wiring) => (
          <TextArea
            {...wiring}
            rows={isClosed ? 1 : 2}
            autoGrow
            dir="auto"
            className="max-h-48 overflow-y-auto"
            placeholder="e.g., An app that helps users find the best local coffee shops based on their mood."
            disabled={isClosed}
            readOnly={isBusy}
          />
        )}
        below={
          isClosed && idea !== '' ? (
            <p className="line-clamp-3 text-meta wrap-anywhere text-soft" dir="auto">
              Your idea: {idea}
            </p>
          ) : null
        }
        onFocus={cursor.onFocus}
        onChange={(typed) => change((now) => ({ ...now, idea: typed }))}
        onSubmit={submit}
      >
        {draft && nextStage ? (
          <div ref={fields} className="mt-3 border-t border-line pt-3">
            <StageFields
              stage={nextStage}
              values={values}
              suggestions={stageSuggestions(nextStage, known)}
              language={planLanguage(known.reading)}
              isReadOnly={isBusy}
              isChecked={isChecked}
              onChange={draft.changeField}
            />
            <WithoutAi onWithAi={onWithAi} />
          </div>
        ) : null}
      </IdeaForm>
    </WithAnswers>
  );
}

function inFigures(values: StageForm) {
  return { length: lengthOf(values).toLocaleString(), limit: formLimit.toLocaleString() };
}

/** How a section comes about without AI. */
function WithoutAi({ onWithAi }: { onWithAi: (() => void) | null }) {
  return (
    <div className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-1 text-meta text-faint">
      <Fold title="Without AI · How?">
        <p>The section is what you write. We add headings and sums; an empty field reads N/A.</p>
      </Fold>
      {onWithAi ? (
        <Button variant="quiet" onClick={onWithAi}>
          Write it with AI
        </Button>
      ) : null}
    </div>
  );
}

type KnownDeps = {
  userId: string;
  document: IdeationDocument;
  readingOf: (idea: string) => IdeaReading | undefined;
  /** Only then is anything read. */
  isOn: boolean;
};

/** The founder's own words about the session's idea, and its survey's answers. */
function useKnownIdea({ userId, document, readingOf, isOn }: KnownDeps) {
  const { idea, content, trailId } = document;
  const settled = useSettled(idea.trim());
  const trail = useQuery({
    queryKey: ['coach-trail', userId, trailId || settled],
    queryFn: ({ signal }) => findTrail({ trailId, idea: settled }, signal),
    enabled: isOn,
  });
  const typed = readingOf(idea);
  const said = typed ?? trail.data?.reading ?? undefined;
  const send = useEffectEvent(() => typed && sendPhrases(idea.trim(), typed));
  const isUnknown = trail.data?.reading === null;
  useEffect(() => {
    if (isUnknown) send();
  }, [isUnknown]);
  const read = useQuery({
    queryKey: ['idea-reading', settled],
    queryFn: () => call(previewIdea, { body: { idea: settled } }),
    enabled: isOn && !trail.isLoading && !said && settled !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const answered = answeredSurvey(trail.data);
  const surveyId = (answered ?? trail.data?.surveys[0])?.surveyId ?? '';
  const survey = useQuery({
    queryKey: ['coach-survey', userId, surveyId],
    queryFn: () => call(readSurvey, { params: { surveyId } }),
    enabled: isOn && surveyId !== '',
  });
  const evidence = useQuery({
    queryKey: ['answer-evidence', userId, surveyId],
    queryFn: async () => answerEvidence(await call(readAnalysis, { query: { surveyId } })),
    enabled: isOn && answered !== undefined,
  });
  // Undefined while that is not known.
  const answers = trail.isSuccess && !answered ? null : evidence.data;
  const known: KnownIdea = {
    idea,
    content,
    reading: said ?? read.data?.reading,
    evidence: answers,
    name: trail.data?.name ?? trail.data?.appName ?? undefined,
    question: survey.data?.questions[0]?.question,
    // A search is no place to answer in.
    communities: survey.data?.socialLinks.filter(({ type }) => type !== 'Search').map(({ name }) => name),
  };
  const failed = [trail, evidence].find(({ isError }) => isError);
  return { known, answers, retry: failed ? () => void failed.refetch() : null };
}
