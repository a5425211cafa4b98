import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ExternalLink, Lock } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { SocialGroup } from '#shared/contracts/surveys/validation.ts';
import { isQuestionSite } from '#shared/rules/plans/question-sites.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import { QuestionList } from '#web/features/validation/questions/QuestionList.tsx';
import type { QuestionProblems } from '#web/features/validation/questions/question-problems.ts';
import { WhatCounts } from '#web/features/validation/questions/WhatCounts.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DownloadButton } from '#web/ui/controls/DownloadButton.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import type { FounderPlan, PlanPartProps } from './founder-plan.ts';
import { answeredText, fitLabels } from './PlanReading.tsx';

/** How a stored survey is passed on, drawn by the page: it is another feature's. */
export type PlanSharing = {
  bar: (plan: FounderPlan) => ReactNode;
  /** Copies a link that says where it was shared. */
  copyLink: (plan: FounderPlan, link: { name: string; url: string }) => ReactNode;
  copyPost: (plan: FounderPlan, source: RefObject<HTMLElement | null>) => ReactNode;
  /** The question for a contact, which a survey has beside those of its plan. */
  contact: (plan: FounderPlan, row: { number: number; isReadOnly: boolean }) => ReactNode;
};

type PlanViewProps = PlanPartProps & {
  problems: QuestionProblems;
  /** The first question has not been seen yet: it lies open. */
  isFresh: boolean;
  /** Set where the plan can only be read. */
  onUpgrade: (() => void) | null;
  /** People's answers, which lock the questions; null while they can be edited. */
  answers: number | null;
  onNewVersion: () => void;
  sharing: PlanSharing;
};

export function PlanView(props: PlanViewProps) {
  const { plan, onUpgrade, onEdit, sharing } = props;
  const isReadOnly = onUpgrade !== null;
  const { data: stored } = useQuery({ ...surveyQuery(plan.surveyId), enabled: plan.stored !== 'no' });
  // A survey that asks nothing yet asks for no contact either.
  const asksContact = plan.questions.length > 0 && stored?.asksContact !== false;
  return (
    <div
      key={plan.surveyId}
      className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_18.5rem]"
    >
      <Questions {...props} asksContact={asksContact} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-5 md:sticky md:top-4 md:self-start">
        <PlanSection title="Active Online Communities to Validate the Idea">
          <CommunityList plan={plan} copyLink={sharing.copyLink} />
        </PlanSection>
        <SummaryPost plan={plan} isReadOnly={isReadOnly} onEdit={onEdit} copyPost={sharing.copyPost} />
        <div>
          {plan.model === null ? null : <PlanTexts plan={plan} isReadOnly={isReadOnly} onEdit={onEdit} />}
          <DownloadButton
            name={`plan-${plan.surveyId}`}
            text={() => import('./plan-text.ts').then(({ planAsText }) => planAsText(plan, asksContact))}
          >
            Download plan
          </DownloadButton>
        </div>
      </div>
    </div>
  );
}

function Questions(props: PlanViewProps & { asksContact: boolean }) {
  const { plan, asksContact, problems, isFresh, onUpgrade, answers, onNewVersion, onEdit, sharing } = props;
  const own = plan.questions.length;
  const length = asksContact ? own + 1 : own;
  return (
    <PlanSection
      title={length === 1 ? '1 question' : `${length} questions`}
      action={plan.stored === 'no' ? null : <Preview surveyId={plan.surveyId} />}
    >
      {answers === null ? null : (
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-s bg-muted py-1.5 pr-1.5 pl-3">
          <Lock size={14} aria-hidden="true" className="shrink-0 text-soft" />
          <p className="min-w-0 flex-[1_1_12rem]">{answeredText(answers, 'the questions stay')}</p>
          <Button onClick={onUpgrade ?? onNewVersion}>New version</Button>
        </div>
      )}
      <QuestionList
        questions={plan.questions}
        startsOpen={isFresh}
        problems={problems}
        onUpgrade={onUpgrade}
        isLocked={answers !== null}
        onChange={(questions) => onEdit({ questions: fitLabels(plan, questions) })}
        contact={
          own === 0 ? null : sharing.contact(plan, { number: own + 1, isReadOnly: onUpgrade !== null })
        }
      />
      <WhatCounts plan={plan} isReadOnly={onUpgrade !== null} onEdit={onEdit} />
    </PlanSection>
  );
}

function Preview({ surveyId }: { surveyId: string }) {
  return (
    <a
      href={surveyPath(surveyId)}
      target="_blank"
      rel="noopener"
      className="flex items-center gap-1 rounded-s text-meta text-soft hover:text-ink hover:underline"
    >
      <span>
        Preview<span className="sr-only"> the survey (opens in a new tab)</span>
      </span>
      <ExternalLink size={13} aria-hidden="true" />
    </a>
  );
}

type PlanSectionProps = { title: string; action?: ReactNode; children: ReactNode };

function PlanSection({ title, action, children }: PlanSectionProps) {
  return (
    <section className="min-w-0">
      <div className="mb-1.5 flex items-center justify-between gap-x-3">
        <h3 className="text-[0.9375rem] leading-5 text-balance">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

type CommunityListProps = Pick<PlanSharing, 'copyLink'> & { plan: FounderPlan };

function CommunityList({ plan, copyLink }: CommunityListProps) {
  const { socialLinks, surveyUrl } = plan;
  if (socialLinks.length === 0)
    return (
      <p className="text-soft">
        No online communities were identified. You can try refreshing the validation.
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {socialLinks.map((community) => (
        <li
          key={`${community.name} ${community.url}`}
          className="flex min-h-9 items-center gap-x-2 py-1 max-sm:flex-wrap pointer-coarse:min-h-11"
        >
          <Community {...community}>{plan.model === null ? null : <NotChecked {...community} />}</Community>
          {isQuestionSite(community)
            ? null
            : copyLink(plan, {
                name: community.name,
                url: `${surveyUrl}?from=${encodeURIComponent(community.name)}`,
              })}
        </li>
      ))}
    </ul>
  );
}

function Community({ type, name, url, children }: SocialGroup & { children: ReactNode }) {
  const address = webAddress(url);
  // Ours say in brackets how the place wants to be used.
  const [kind = type, rule] = type.split(/ \((.*)\)$/);
  return (
    <>
      <span className="w-full text-meta text-faint sm:w-18 sm:shrink-0">{kind}</span>
      <span className="min-w-0 flex-1">
        {address ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex max-w-full items-baseline gap-1.5 rounded-s font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <ExternalLink size={13} aria-hidden="true" className="shrink-0 self-center text-faint" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
        {rule ? <span className="block text-meta text-faint">{rule}</span> : null}
        {children}
      </span>
    </>
  );
}

// The parser lets only web addresses through; a plan in the browser may have been changed since.
function webAddress(url: string): string | null {
  return /^https?:\/\//.test(url) ? url : null;
}

type SummaryPostProps = PlanPartProps & Pick<PlanSharing, 'copyPost'> & { isReadOnly: boolean };

/** Follows the plan until the founder types in it. */
function SummaryPost({ plan, isReadOnly, onEdit, copyPost }: SummaryPostProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [discarded, setDiscarded] = useState<string | null>(null);
  const write = (summaryPost: string) => onEdit({ summaryPost, summaryByHand: true });

  function follow() {
    setDiscarded(plan.summaryPost);
    onEdit({ summaryByHand: false });
  }

  return (
    <PlanSection title="Summary Post for Communities" action={copyPost(plan, field)}>
      <TextArea
        ref={field}
        aria-label="Summary Post for Communities"
        rows={5}
        autoGrow
        dir="auto"
        className="max-h-160 overflow-y-auto text-[0.8125rem]! leading-5 pointer-coarse:text-base!"
        readOnly={isReadOnly}
        value={plan.summaryPost}
        onChange={(event) => {
          setDiscarded(null);
          write(event.target.value);
        }}
      />
      {plan.summaryPost.includes(plan.surveyUrl) ? null : (
        <p className="mt-1.5 text-meta text-soft">The survey link is missing.</p>
      )}
      {plan.summaryByHand && !isReadOnly ? (
        <Button variant="quiet" onClick={follow} className="-ml-3.5">
          Write it from the plan again
        </Button>
      ) : null}
      {discarded !== null && !plan.summaryByHand ? (
        <Button
          variant="quiet"
          onClick={() => {
            write(discarded);
            setDiscarded(null);
          }}
          className="-ml-3.5"
        >
          Undo
        </Button>
      ) : null}
    </PlanSection>
  );
}

/** A model's texts, each folded to its first line. Without a model they are the boxes. */
function PlanTexts({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  return (
    <ul className="mb-1 divide-y divide-line">
      {texts.map(({ name, label }) => (
        <li key={name}>
          <details className="group">
            <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-s pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
              <span className="w-18 shrink-0 text-meta text-faint">{label}</span>
              <span className="min-w-0 grow truncate text-soft group-open:invisible" dir="auto">
                {plan[name]}
              </span>
              <ChevronRight
                size={14}
                aria-hidden="true"
                className="shrink-0 text-faint transition-transform duration-100 group-open:rotate-90"
              />
            </summary>
            <TextArea
              aria-label={label}
              autoGrow
              rows={1}
              dir="auto"
              className="mb-2 max-h-72 overflow-y-auto"
              readOnly={isReadOnly}
              value={plan[name]}
              onChange={(event) => onEdit({ [name]: event.target.value })}
            />
          </details>
        </li>
      ))}
    </ul>
  );
}

const texts = [
  { name: 'oneSentencePitch', label: 'Pitch' },
  { name: 'problemParagraph', label: 'Problem' },
  { name: 'targetAudience', label: 'Audience' },
] as const;

/** Says of a community that a model named that our directory does not have it: the founder looks first. */
function NotChecked({ name, url }: Pick<SocialGroup, 'name' | 'url'>) {
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    let isGone = false;
    // The directory is loaded when a plan is shown: it is larger than the page.
    import('#shared/rules/plans/community-directory.ts').then(
      ({ isInDirectory }) => {
        if (!isGone) setUnknown(!isInDirectory({ name, url }));
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [name, url]);
  return isUnknown ? (
    <span className="block text-meta text-faint">Not checked: look before you post.</span>
  ) : null;
}
