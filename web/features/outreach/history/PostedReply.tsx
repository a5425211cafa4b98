import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import type { Standing } from '#shared/contracts/conversations.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Time } from '#web/ui/Time.tsx';
import type { NextStepProps } from './NextStep.tsx';
import { PostedForm } from './PostedForm.tsx';

/** Where the reply is, and whether it is still there. One whose address the source kept to itself can be given it. */
export function PostedReply(props: NextStepProps) {
  const { replyPostedUrl, standing, standingCheckedAt } = props.conversation;
  const { words, tone, icon } = standings[standing];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {replyPostedUrl ? <OutsideLink address={replyPostedUrl}>View your reply</OutsideLink> : null}
        <Badge tone={tone} icon={icon}>
          {words}
        </Badge>
        {standingCheckedAt ? (
          <span className="text-meta text-faint">
            Checked <Time at={standingCheckedAt} />
          </span>
        ) : null}
      </div>
      {replyPostedUrl ? null : <PostedForm {...props} action="Add its address" />}
    </>
  );
}

const standings = {
  unchecked: { words: 'Not checked yet', tone: 'neutral', icon: CircleHelp },
  standing: { words: 'Still there', tone: 'good', icon: CircleCheck },
  removed: { words: 'Removed there', tone: 'bad', icon: CircleX },
  unknown: { words: 'Could not be checked', tone: 'warn', icon: CircleHelp },
} as const satisfies Record<Standing, object>;
