import type { ReactNode } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { Fold } from '#web/features/outreach/Fold.tsx';
import { Sentences } from '#web/features/outreach/Sentences.tsx';
import { Time } from '#web/ui/Time.tsx';

/** The whole texts, and why it was found. */
export function ConversationDetails({ conversation }: { conversation: Conversation }) {
  const { originalPost, postedAt, suggestedReply, suggestionKind, reply, why, keywords, confidence } =
    conversation;
  return (
    <Fold title="Post, reasons and whole text" className="flex-[1_1_14rem] pt-1.5">
      <Part title="The post">
        <Written text={originalPost} />
        <p className="text-meta text-faint">
          Written <Time at={postedAt} />
        </p>
      </Part>
      <Part title={`Why it was found (confidence ${confidence} of 100)`}>
        <Sentences sentences={why} />
        {keywords.length > 0 ? (
          <p className="text-meta text-faint wrap-anywhere">Keywords: {keywords.join(', ')}</p>
        ) : null}
      </Part>
      <Part title={suggestionKind === 'draft' ? 'Suggested reply' : 'Briefing'}>
        <Written text={suggestedReply} />
      </Part>
      {reply === null || reply === suggestedReply ? null : (
        <Part title="Your reply">
          <Written text={reply} />
        </Part>
      )}
    </Fold>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <h4 className="text-meta font-medium">{title}</h4>
      {children}
    </div>
  );
}

function Written({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-soft wrap-anywhere">
      {text}
    </p>
  );
}
