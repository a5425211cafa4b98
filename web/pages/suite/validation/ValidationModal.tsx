import { type RefObject, useRef, useState } from 'react';
import { ContactQuestion } from '#web/features/surveys/share/ContactQuestion.tsx';
import { CopyLink, CopyPost } from '#web/features/surveys/share/copy-to-share.tsx';
import { ShareBar } from '#web/features/surveys/share/SurveyLink.tsx';
import { useSharing } from '#web/features/surveys/share/use-sharing.ts';
import type { FounderPlan } from '#web/features/validation/plan/founder-plan.ts';
import { ValidationDialog, type ValidationDialogProps } from '#web/features/validation/ValidationDialog.tsx';
import { ShareSurvey } from '#web/pages/ShareSurvey.tsx';

type ValidationModalProps = Omit<ValidationDialogProps, 'sharing'>;

/** The validation dialog with the survey's own sharing. */
export function ValidationModal(props: ValidationModalProps) {
  const [shared, setShared] = useState<string | null>(null);
  return (
    <>
      <ValidationDialog
        {...props}
        key={props.userId}
        sharing={{
          bar: (plan) => (
            <ShareBar
              surveyId={plan.surveyId}
              url={plan.surveyUrl}
              isStored={plan.stored !== 'no'}
              onShare={() => setShared(plan.surveyId)}
            />
          ),
          copyLink: (plan, link) => <CopyCommunityLink plan={plan} {...link} />,
          copyPost: (plan, source) => <CopyPlanPost plan={plan} source={source} />,
          contact: (plan, row) => (
            <ContactQuestion surveyId={plan.surveyId} isStored={plan.stored !== 'no'} {...row} />
          ),
        }}
      />
      {shared === null ? null : <ShareSurvey surveyId={shared} onClose={() => setShared(null)} />}
    </>
  );
}

/** A survey link that says where it was shared, so that the results can. */
function CopyCommunityLink({ plan, name, url }: { plan: FounderPlan; name: string; url: string }) {
  const link = useRef<HTMLElement>(null);
  const sharing = useSharing(plan.surveyId, plan.stored !== 'no');
  return (
    <>
      <span ref={link} className="sr-only" aria-hidden="true">
        {url}
      </span>
      <CopyLink url={url} sharing={sharing} source={link} iconOnly="always" look={{ variant: 'quiet' }}>
        Copy link for {name}
      </CopyLink>
    </>
  );
}

type CopyPlanPostProps = { plan: FounderPlan; source: RefObject<HTMLElement | null> };

function CopyPlanPost({ plan, source }: CopyPlanPostProps) {
  const sharing = useSharing(plan.surveyId, plan.stored !== 'no');
  return (
    <CopyPost
      post={plan.summaryPost}
      sharing={sharing}
      source={source}
      iconOnly="always"
      look={{ variant: 'quiet' }}
    >
      Copy to clipboard
    </CopyPost>
  );
}
