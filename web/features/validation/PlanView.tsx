import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { writePlan } from '#shared/rules/plan-writing/write-plan.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { ReceiptNote } from '#web/ui/ReceiptNote.tsx';
import { CommunityList } from './CommunityList.tsx';
import type { FounderPlan, PlanPartProps } from './founder-plan.ts';
import { PlanFields } from './PlanFields.tsx';
import { PlanReading } from './PlanReading.tsx';
import { planAsText } from './plan-as-text.ts';
import { QuestionList } from './QuestionList.tsx';
import type { QuestionProblems } from './question-problems.ts';
import { SummaryPost } from './SummaryPost.tsx';

type PlanViewProps = PlanPartProps & {
  problems: QuestionProblems;
  /** Set where the plan can only be read. */
  onUpgrade: (() => void) | null;
  share: (plan: FounderPlan) => ReactNode;
};

export function PlanView({ plan, problems, onUpgrade, onEdit, share }: PlanViewProps) {
  const isReadOnly = onUpgrade !== null;
  return (
    <div className="mt-6 border-t border-line pt-5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="min-w-0 text-base wrap-anywhere" dir="auto">
          {plan.appName}
        </strong>
        {plan.isRebuilt ? null : (
          <Badge icon={plan.model === null ? null : Sparkles}>
            {plan.model === null ? 'Written without AI' : `Written by ${plan.model}`}
          </Badge>
        )}
      </p>
      {plan.isRebuilt ? (
        <p className="mt-1 text-soft">
          This is what the survey holds. The pitch, the problem, the audience and the post stayed in the
          browser that made them.
        </p>
      ) : (
        <ReceiptNote
          receipt={plan.receipt ?? null}
          subject="validation plan"
          withoutReceipt={writtenBefore(plan)}
        />
      )}
      <PlanReading
        key={plan.surveyId}
        plan={plan}
        isReadOnly={isReadOnly}
        write={writePlan}
        onEdit={onEdit}
      />
      <div className="mt-4 grid gap-x-8 gap-y-7 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-7">
          <PlanSection title="Active Online Communities to Validate the Idea">
            <CommunityList communities={plan.socialLinks} />
          </PlanSection>
          <PlanSection title="Summary Post for Communities">
            <SummaryPost key={plan.surveyId} plan={plan} isReadOnly={isReadOnly} onEdit={onEdit} />
          </PlanSection>
          <PlanSection title="Share the Survey">
            {plan.stored === 'no' ? (
              <p className="text-soft">The link works as soon as the survey is saved.</p>
            ) : (
              share(plan)
            )}
          </PlanSection>
        </div>
        <div className="grid min-w-0 content-start gap-7">
          <PlanSection title="The Plan">
            <PlanFields plan={plan} isReadOnly={isReadOnly} onEdit={onEdit} />
            <DownloadButton name={`plan-${plan.surveyId}`} text={planAsText(plan)} className="mt-3.5">
              Download the plan
            </DownloadButton>
          </PlanSection>
          <PlanSection title="Survey Questions">
            <QuestionList
              key={plan.surveyId}
              questions={plan.questions}
              problems={problems}
              onUpgrade={onUpgrade}
              onChange={(questions) => onEdit({ questions })}
            />
          </PlanSection>
        </div>
      </div>
    </div>
  );
}

function writtenBefore({ model }: FounderPlan): string {
  const by = model === null ? 'Written without AI' : `Written by ${model}`;
  return `${by}, before receipts were kept.`;
}

function PlanSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2.5 text-[0.9375rem] leading-5">{title}</h3>
      {children}
    </section>
  );
}
