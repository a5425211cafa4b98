import { type RefObject, useRef } from 'react';
import { CopyLink, CopyPost, ShareSurvey } from '#web/features/surveys/share/ShareSurvey.tsx';
import { useSharing } from '#web/features/surveys/share/use-sharing.ts';
import type { FounderPlan } from '#web/features/validation/plan/founder-plan.ts';
import { ValidationDialog, type ValidationDialogProps } from '#web/features/validation/ValidationDialog.tsx';

type ValidationModalProps = Omit<ValidationDialogProps, 'sharing'>;

/** The validation dialog with the survey's own sharing. */
export function ValidationModal(props: ValidationModalProps) {
  return (
    <ValidationDialog
      {...props}
      key={props.userId}
      sharing={{
        bar: (plan) => (
          <ShareSurvey
            title={plan.appName}
            surveyId={plan.surveyId}
            url={plan.surveyUrl}
            post={plan.summaryPost}
            isStored={plan.stored !== 'no'}
          />
        ),
        copyLink: (plan, link) => <CopyCommunityLink plan={plan} {...link} />,
        copyPost: (plan, source) => <CopyPlanPost plan={plan} source={source} />,
      }}
    />
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
