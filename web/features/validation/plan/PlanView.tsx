import { ExternalLink, Sparkles } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { SocialGroup } from '#shared/contracts/validation.ts';
import { message } from '#shared/messages/catalogue.ts';
import { QuestionList } from '#web/features/validation/questions/QuestionList.tsx';
import type { QuestionProblems } from '#web/features/validation/questions/question-problems.ts';
import { WhatCounts } from '#web/features/validation/questions/WhatCounts.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { DownloadButton } from '#web/ui/controls/DownloadButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { type FounderPlan, type PlanPartProps, planAsText } from './founder-plan.ts';
import { PlanReading } from './PlanReading.tsx';

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
      <PlanReading key={plan.surveyId} plan={plan} isReadOnly={isReadOnly} onEdit={onEdit} />
      <div className="mt-4 grid gap-x-8 gap-y-7 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-7">
          <PlanSection title="Active Online Communities to Validate the Idea">
            <CommunityList
              communities={plan.socialLinks}
              surveyUrl={plan.stored === 'no' ? undefined : plan.surveyUrl}
            />
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
            <WhatCounts key={`rule ${plan.surveyId}`} plan={plan} isReadOnly={isReadOnly} onEdit={onEdit} />
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

type CommunityListProps = {
  communities: SocialGroup[];
  /** The survey's link; absent until it works. */
  surveyUrl?: string | undefined;
};

function CommunityList({ communities, surveyUrl }: CommunityListProps) {
  if (communities.length === 0)
    return (
      <p className="text-soft">
        No online communities were identified. You can try refreshing the validation.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {communities.map((community) => (
        <li key={`${community.name} ${community.url}`} className="py-2">
          <Community {...community} />
          {surveyUrl && !/^(?:Search|Q&A)/.test(community.type) ? (
            <OwnLink name={community.name} surveyUrl={surveyUrl} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** A survey link that says where it was shared, so that the results can. */
function OwnLink({ name, surveyUrl }: { name: string; surveyUrl: string }) {
  const link = useRef<HTMLElement>(null);
  const url = `${surveyUrl}?from=${encodeURIComponent(name)}`;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <CopyButton text={url} source={link}>
        Copy survey link
      </CopyButton>
      <span ref={link} className="sr-only">
        {url}
      </span>
    </div>
  );
}

function Community({ type, name, url }: SocialGroup) {
  const address = webAddress(url);
  return (
    <>
      <p className="text-meta text-faint">{type}</p>
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
        <p className="font-medium wrap-anywhere">{name}</p>
      )}
      {address ? (
        <p className="truncate text-meta text-faint">{address.replace(/^https?:\/\//, '')}</p>
      ) : null}
    </>
  );
}

// The reply parser lets only web addresses through; what lies in the browser may have been changed since.
function webAddress(url: string): string | null {
  return /^https?:\/\//.test(url) ? url : null;
}

/** Follows the plan until the founder types in it. */
function SummaryPost({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [discarded, setDiscarded] = useState<string | null>(null);
  const write = (summaryPost: string) => onEdit({ summaryPost, summaryByHand: true });

  function follow() {
    setDiscarded(plan.summaryPost);
    onEdit({ summaryByHand: false });
  }

  return (
    <div>
      <TextArea
        ref={field}
        aria-label="Summary Post for Communities"
        rows={7}
        autoGrow
        dir="auto"
        className="max-h-160 overflow-y-auto"
        readOnly={isReadOnly}
        value={plan.summaryPost}
        onChange={(event) => {
          setDiscarded(null);
          write(event.target.value);
        }}
      />
      <p className="mt-1.5 text-meta text-faint">
        {isReadOnly
          ? null
          : plan.summaryByHand
            ? 'These are your own words now: changes to the plan no longer touch them.'
            : 'Follows your changes to the plan until you type in it.'}
        {plan.summaryPost.includes(plan.surveyUrl) ? null : ' The survey link is missing.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <CopyButton
          text={plan.summaryPost}
          source={field}
          onCopied={() => showToast(message('summary_copied'))}
        >
          Copy to clipboard
        </CopyButton>
        {plan.summaryByHand && !isReadOnly ? (
          <Button variant="quiet" onClick={follow}>
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
          >
            Undo
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function PlanFields({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  return (
    <div className="grid gap-3.5">
      <Field label="App name">
        <TextInput
          dir="auto"
          readOnly={isReadOnly}
          value={plan.appName}
          onChange={(event) => onEdit({ appName: event.target.value })}
        />
      </Field>
      {texts.map(({ name, label, rows }) => (
        <Field key={name} label={label}>
          <TextArea
            autoGrow
            rows={rows}
            dir="auto"
            className="max-h-72 overflow-y-auto"
            readOnly={isReadOnly}
            value={plan[name]}
            onChange={(event) => onEdit({ [name]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

const texts = [
  { name: 'oneSentencePitch', label: 'One-sentence pitch', rows: 2 },
  { name: 'problemParagraph', label: 'Problem', rows: 3 },
  { name: 'targetAudience', label: 'Target audience', rows: 2 },
] as const;
