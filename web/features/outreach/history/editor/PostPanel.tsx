import type { Conversation } from '#shared/contracts/conversations.ts';
import { nameOfPost } from '#web/features/outreach/name-of-post.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Sentences } from '#web/features/outreach/Sentences.tsx';

/** The post that is answered and, where the owner writes, what they could say: for their eyes. */
export function PostPanel({ conversation }: { conversation: Conversation }) {
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
