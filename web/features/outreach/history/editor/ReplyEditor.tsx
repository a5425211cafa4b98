import { useId } from 'react';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { placeName } from '#shared/rules/place-name.ts';
import type { TouchedHere } from '#web/features/outreach/history/use-touched.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { GuidancePanel } from './GuidancePanel.tsx';
import { PostPanel } from './PostPanel.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { useGuidance } from './use-guidance.ts';
import { useReplyForm } from './use-reply-form.ts';

export type ReplyEditorProps = {
  userId: string;
  conversation: Conversation;
  /** Whose product it is; undefined when it is not among the campaigns that are loaded. */
  campaign: Campaign | undefined;
  /** Other conversations in sight: what was said there is not to be said again. */
  others: Conversation[];
  touched: TouchedHere;
  onClose: () => void;
};

/** Where a reply is written or changed before it is approved: the post, the place's rules, and the words. */
export function ReplyEditor(props: ReplyEditorProps) {
  const { userId, conversation, onClose } = props;
  const guidance = useGuidance(userId, conversation.id);
  const form = useReplyForm(props, guidance.data);
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={conversation.suggestionKind === 'briefing' ? 'Write your reply' : 'Edit before approving'}
      description={`${placeName(conversation)}.${form.isUnkept ? '' : keptWords}`}
      size="4xl"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.busy} busyText="Approving...">
            Approve
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 md:grid-cols-2">
        <PostPanel conversation={conversation} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
          <ReplyForm id={formId} form={form} conversation={conversation} guidance={guidance.data} />
        </div>
        <GuidancePanel guidance={guidance} />
      </div>
    </Dialog>
  );
}

const keptWords = ' What you type is kept in this browser until it is approved.';
