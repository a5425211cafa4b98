import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Conversation, type Guidance, readGuidance } from '#shared/contracts/conversations.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { call } from '#web/api/call.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRuleList } from '#web/features/outreach/PlaceRules.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { Sentences } from './ConversationRow.tsx';
import { type ReplyEditorProps, ReplyForm, useReplyForm } from './ReplyForm.tsx';

/** Editor of a reply before its approval: the post, the reply, and the place's rules. */
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
      description={`${placeName(conversation)}.${form.isStored ? savedLabel : ''}`}
      size="4xl"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy} busyText="Approving...">
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

const savedLabel = ' What you type is kept in this browser until it is approved.';

/** The place's rules, and how much promotion is left there. */
function GuidancePanel({ guidance }: { guidance: ReturnType<typeof useGuidance> }) {
  const { data, isPending, isError, refetch } = guidance;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      {isPending ? <Loading label="Loading the rules of this place" /> : null}
      {data ? (
        <>
          <section aria-label="Rules of this place" className="grid min-w-0 grid-cols-1 gap-1">
            <h3 className="text-sm font-medium wrap-anywhere">Rules of {data.rules.place}</h3>
            <PlaceRuleList rules={data.rules} />
          </section>
          <Budget budget={data.budget} />
        </>
      ) : null}
      {isError ? (
        <ErrorState title="The rules of this place could not be loaded." onRetry={() => void refetch()}>
          What you type is kept. The server checks it before anything is sent.
        </ErrorState>
      ) : null}
    </div>
  );
}

function Budget({ budget }: Pick<Guidance, 'budget'>) {
  const { promotionAllowed, repliesLeftToday, arithmetic } = budget;
  const isOpen = repliesLeftToday > 0;
  return (
    <section aria-label="Promotion budget" className="min-w-0">
      <h3 className="text-sm font-medium">Promotion budget</h3>
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone={isOpen ? 'good' : 'warn'}>
          {repliesLeftToday} {repliesLeftToday === 1 ? 'reply' : 'replies'} left today
        </Badge>
        <Badge tone={promotionAllowed ? 'good' : 'warn'}>
          {promotionAllowed ? 'May name your product' : 'Help without naming it'}
        </Badge>
      </p>
      <Sentences sentences={arithmetic} className="mt-1.5 text-meta" />
    </section>
  );
}

/** The post, why it was found and, where the owner writes, the briefing. */
function PostPanel({ conversation }: { conversation: Conversation }) {
  const { postTitle, postUrl, originalPost, suggestedReply, suggestionKind, why } = conversation;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      <section aria-label="The post" className="min-w-0">
        <h3 dir="auto" className="text-sm font-medium wrap-anywhere">
          {nameOfPost(postTitle, originalPost, postUrl)}
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll the post */}
        <p dir="auto" tabIndex={0} className={`${written} max-h-48 overflow-y-auto`}>
          {originalPost}
        </p>
        <OutsideLink address={postUrl}>View Post</OutsideLink>
      </section>
      {suggestionKind === 'briefing' ? (
        <section aria-label="Briefing" className="min-w-0 rounded-s bg-muted px-3 py-2.5">
          <h3 className="text-sm font-medium">Briefing, for your eyes</h3>
          <p dir="auto" className={written}>
            {suggestedReply}
          </p>
        </section>
      ) : null}
      <section aria-label="Why it was found" className="min-w-0">
        <h3 className="text-sm font-medium">Why it was found</h3>
        <Sentences sentences={why} className="mt-1" />
      </section>
    </div>
  );
}

const written = 'mt-1 whitespace-pre-wrap text-soft wrap-anywhere';

/** Fetched each time: every reply changes the budget. */
function useGuidance(userId: string, conversationId: string) {
  return useQuery({
    queryKey: [...outreachKey(userId), 'guidance', conversationId],
    queryFn: ({ signal }) => call(readGuidance, { params: { id: conversationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
