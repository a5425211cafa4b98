import { useRef, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { ConversationList } from './ConversationList.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryHeader } from './HistoryHeader.tsx';
import { NothingListed } from './NothingListed.tsx';
import { useFilter } from './use-filter.ts';
import { useHistory } from './use-history.ts';

const ReplyEditor = dialogOnDemand(() => import('./editor/ReplyEditor.tsx').then((m) => m.ReplyEditor));

type EngagementHistoryProps = {
  userId: string;
  /** Shows what the plan lacks, when it has no campaigns: then everything can be read and nothing changed. */
  onUpgrade: (() => void) | null;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** The conversations of all campaigns and what became of them (specification 2, Dashboard). */
export function EngagementHistory({ userId, onUpgrade, onFind }: EngagementHistoryProps) {
  const field = useRef<HTMLInputElement>(null);
  const { chosen, choose, clear, filter, isWhole } = useFilter(field);
  const { list, conversations, campaigns, touched, rows, watchRow } = useHistory(userId, filter);
  const [edited, setEdited] = useState<Conversation | null>(null);
  const campaignOf = ({ campaignId }: Conversation) => campaigns.find(({ id }) => id === campaignId);
  const isLoaded = conversations.data !== undefined && !conversations.isPlaceholderData;
  const hasNone = isLoaded && isWhole && rows.length === 0;
  return (
    <HistoryCard>
      <HistoryHeader campaigns={campaigns} onUpgrade={onUpgrade} />
      {hasNone ? null : (
        <HistoryFilters field={field} campaigns={campaigns} chosen={chosen} onChoose={choose} />
      )}
      <p role="status" className="sr-only">
        {isLoaded && !isWhole ? foundWords(rows.length, conversations.hasNextPage) : null}
      </p>
      <ConversationList
        key={list}
        conversations={conversations}
        rows={rows}
        watchRow={watchRow}
        renderRow={(conversation) => (
          <ConversationRow
            userId={userId}
            conversation={conversation}
            touched={touched}
            isReadOnly={onUpgrade !== null}
            isPaused={campaignOf(conversation)?.active === false}
            onEdit={() => setEdited(conversation)}
          />
        )}
        empty={<NothingListed isWhole={isWhole} onFind={onFind} onClear={clear} />}
      />
      {edited ? (
        <ReplyEditor
          userId={userId}
          conversation={edited}
          campaign={campaignOf(edited)}
          others={rows.filter(({ id }) => id !== edited.id)}
          touched={touched}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </HistoryCard>
  );
}

function foundWords(found: number, hasMore: boolean): string {
  if (found === 0) return 'Nothing found';
  return `${hasMore ? 'More than ' : ''}${found.toLocaleString()} found`;
}
