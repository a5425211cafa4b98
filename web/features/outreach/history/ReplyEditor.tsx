import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Conversation, type Guidance, readGuidance } from '#shared/contracts/outreach/conversations.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { budgetSentences } from '#shared/rules/outreach/promotion-budget.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { DraftCuts } from '#web/features/outreach/DraftCuts.tsx';
import { nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRuleList, Sentences } from '#web/features/outreach/PlaceRules.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { type ReplyEditorProps, ReplyForm, useReplyForm } from './ReplyForm.tsx';

/** Sheet for a reply before its approval: their post, the reply, and the place's rules. */
export function ReplyEditor(props: ReplyEditorProps) {
  const { userId, conversation, campaign, onClose } = props;
  const guidance = useGuidance(userId, conversation.id);
  const form = useReplyForm(props, guidance.data);
  const formId = useId();
  const isSent = guidance.data ? guidance.data.account !== null : conversation.replyWay === 'account';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={conversation.suggestionKind === 'briefing' ? 'Write your reply' : 'Edit your reply'}
      description={placeName(conversation)}
      size="4xl"
      footer={
        <>
          <p className="text-meta text-soft wrap-anywhere">
            {sendingLabel(conversation, guidance.data, campaign?.active === false)}
          </p>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy} busyText="Approving...">
            {isSent ? 'Send' : 'Copy and open'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PostPanel conversation={conversation} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-3">
          <ReplyForm id={formId} form={form} conversation={conversation} guidance={guidance.data} />
          <RulesLine guidance={guidance} />
        </div>
      </div>
    </Dialog>
  );
}

/** Way of the reply to its place, beside the button. */
function sendingLabel({ replyWay }: Conversation, guidance: Guidance | undefined, isPaused: boolean) {
  if (guidance?.account) {
    const { username, host } = guidance.account;
    return isPaused ? 'Waits until the campaign runs again.' : `Sent from ${username} on ${host}.`;
  }
  return guidance || replyWay === 'hand' ? 'You post it yourself.' : null;
}

/** How much promotion is left in the place, with its rules folded. */
function RulesLine({
  guidance: { data, isPending, isError, refetch },
}: {
  guidance: ReturnType<typeof useGuidance>;
}) {
  if (isPending) return <Loading label="Loading the rules of this place" />;
  if (isError || !data)
    return (
      <ErrorState title="The rules of this place could not be loaded." onRetry={() => void refetch()}>
        What you type is kept and checked before anything is sent.
      </ErrorState>
    );
  const { promotionAllowed, repliesLeftToday, figures } = data.budget;
  return (
    <section aria-label="Rules of this place" className="min-w-0 text-meta text-soft">
      <p className={repliesLeftToday > 0 ? undefined : 'text-warn'}>
        <span>{`${repliesLeftToday} ${repliesLeftToday === 1 ? 'reply' : 'replies'} left today`}</span>
        {' · '}
        <span>{promotionAllowed ? 'may name your product' : 'help without naming it'}</span>
      </p>
      <Fold title={`Rules of ${data.rules.place}`}>
        <PlaceRuleList rules={data.rules} />
        <Sentences sentences={budgetSentences(figures)} />
      </Fold>
    </section>
  );
}

/** Longest beginning of a post that is shown unfolded. */
const postLength = 300;

/** The post, and folded notes on it. */
function PostPanel({ conversation }: { conversation: Conversation }) {
  const { postTitle, postUrl, originalPost, suggestedReply, suggestionKind, quote, draftCuts } = conversation;
  return (
    <section aria-label="The post" className="grid min-w-0 grid-cols-1 content-start gap-2">
      <h3 dir="auto" className="text-sm font-medium wrap-anywhere">
        {nameOfPost(postTitle, originalPost, postUrl)}
      </h3>
      <p dir="auto" className={written}>
        {preview(originalPost, postLength)}
      </p>
      {originalPost.length > postLength ? (
        <Fold title="Whole post">
          <p dir="auto" className={written}>
            {originalPost}
          </p>
        </Fold>
      ) : null}
      <p>
        <OutsideLink address={postUrl}>View Post</OutsideLink>
      </p>
      <DraftCuts cuts={draftCuts} />
      <Fold title="Notes">
        {suggestionKind === 'briefing' ? (
          <p dir="auto" className={written}>
            {suggestedReply}
          </p>
        ) : null}
        {quote === null ? null : (
          <p dir="auto" className={written}>
            “{quote}”
          </p>
        )}
      </Fold>
    </section>
  );
}

const written = 'whitespace-pre-wrap text-soft wrap-anywhere';

/** Fetched each time: every reply changes the budget. */
function useGuidance(userId: string, conversationId: string) {
  return useQuery({
    queryKey: [...outreachKey(userId), 'guidance', conversationId],
    queryFn: ({ signal }) => call(readGuidance, { params: { id: conversationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
