import SearchX from 'lucide-react/icons/search-x';
import { type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { type SourceName, sourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';
import { type ConversationStatus, conversationStatus } from '#shared/contracts/outreach/opportunities.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { CampaignSelect } from '#web/features/outreach/CampaignSelect.tsx';
import { statusLooks } from '#web/features/outreach/status-labels.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { inset, NoConversations, RowSkeleton, row } from './HistoryStates.tsx';
import { useConversations } from './use-conversations.ts';

const ReplyEditor = dialogOnDemand(() => import('./ReplyEditor.tsx').then((m) => m.ReplyEditor));

/** Values of the filter's controls; '' chooses all. */
type Chosen = {
  campaign: string;
  status: ConversationStatus | '';
  source: SourceName | '';
  search: string;
  /** The one conversation that a link leads to. */
  ids: string;
};
const everything: Chosen = { campaign: '', status: '', source: '', search: '', ids: '' };

type EngagementHistoryProps = {
  userId: string;
  /** The plan has no campaigns any more: nothing can be approved. */
  isReadOnly: boolean;
  /** Opens the search for conversations. */
  onFind: () => void;
  /** Shows only as many, the newest, without a filter. */
  limit?: number | undefined;
};

/** The conversations of all campaigns, with a filter. */
export function EngagementHistory({ userId, isReadOnly, onFind, limit }: EngagementHistoryProps) {
  const field = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const linked = limit === undefined ? params.get('conversation') : null;
  const [chosen, setChosen] = useState({ ...everything, ids: linked ?? '' });
  const [edited, setEdited] = useState<Conversation | null>(null);
  const filter = { ...chosen, search: useSettled(chosen.search.trim()) };
  const key = JSON.stringify(filter);
  const list = useConversations(userId, filter);
  const { rows, campaigns, isPending, isError, isPlaceholderData } = list;
  const shown = rows.slice(0, limit);
  const isWhole = [...Object.values(filter), chosen.search].every((value) => value === '');
  const isLoaded = list.data !== undefined && !isPlaceholderData;
  const isEmpty = isLoaded && rows.length === 0;
  const campaignOf = ({ campaignId }: Conversation) => campaigns.find(({ id }) => id === campaignId);

  function clear() {
    setChosen(everything);
    field.current?.focus();
  }

  return (
    <>
      {limit !== undefined || (isEmpty && isWhole) ? null : (
        <Filters
          field={field}
          campaigns={campaigns}
          chosen={chosen}
          onChoose={(change) => setChosen({ ...chosen, ids: '', ...change })}
        />
      )}
      {chosen.ids === '' || isEmpty ? null : (
        <div className="px-4 pb-3.5 sm:px-5">
          <Button onClick={clear}>Show all conversations</Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {isLoaded && !isWhole ? foundLabel(rows.length, list.hasNextPage) : null}
      </p>
      <section key={key} ref={region} aria-label="Conversations" tabIndex={-1} className="outline-none">
        <ul aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {shown.map((conversation) => (
            <li key={conversation.id} className={`${row} ${unseen}`}>
              <ConversationRow
                userId={userId}
                conversation={conversation}
                isReadOnly={isReadOnly}
                isPaused={campaignOf(conversation)?.active === false}
                onEdit={() => setEdited(conversation)}
              />
            </li>
          ))}
        </ul>
        {isPending ? <RowSkeleton /> : null}
        {isEmpty && !isError ? (
          <div className={inset}>
            {isWhole ? (
              <NoConversations onFind={onFind} />
            ) : (
              <EmptyState
                icon={SearchX}
                title="Nothing matches"
                action={<Button onClick={clear}>Clear search and filters</Button>}
              >
                No conversation matches the search and the filters.
              </EmptyState>
            )}
          </div>
        ) : null}
        {limit === undefined ? (
          <MorePages
            list={list}
            label="Show more conversations"
            // The focused button is gone by then.
            onEnd={() => region.current?.focus({ preventScroll: true })}
            className={row}
          />
        ) : null}
        {isError ? (
          <ListFailed list={list} names={names} className={inset}>
            They are safe on the server, and campaigns go on.
          </ListFailed>
        ) : null}
      </section>
      {edited ? (
        <ReplyEditor
          userId={userId}
          conversation={edited}
          campaign={campaignOf(edited)}
          others={rows.filter(({ id }) => id !== edited.id)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

const names = { all: 'Your conversations', more: 'More conversations' };
// Rows out of sight are neither laid out nor painted, so that thousands scroll like twenty.
const unseen = '[contain-intrinsic-block-size:auto_12rem] [content-visibility:auto]';

function foundLabel(found: number, hasMore: boolean): string {
  if (found === 0) return 'Nothing found';
  return `${hasMore ? 'More than ' : ''}${found.toLocaleString()} found`;
}

type FiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  campaigns: Campaign[];
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
};

function Filters({ field, campaigns, chosen, onChoose }: FiltersProps) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 px-4 pb-3.5 sm:px-5 md:grid-cols-4">
      <Field label="Search conversations" className="col-span-2 min-w-0 md:col-span-1">
        <TextInput
          ref={field}
          type="search"
          maxLength={200}
          value={chosen.search}
          onChange={(event) => onChoose({ search: event.target.value })}
          className="[&::-webkit-search-cancel-button]:grayscale"
        />
      </Field>
      <Field label="Campaign" className="col-span-2 min-w-0 md:col-span-1">
        <CampaignSelect
          campaigns={campaigns}
          chosen={chosen.campaign}
          onChoose={(campaign) => onChoose({ campaign })}
        />
      </Field>
      <Field label="Status" className="min-w-0">
        <Select
          value={chosen.status}
          onChange={(event) => onChoose({ status: event.target.value as Chosen['status'] })}
        >
          <option value="">Every status</option>
          {conversationStatus.options.map((status) => (
            <option key={status} value={status}>
              {statusLooks[status].label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Source" className="min-w-0">
        <Select
          value={chosen.source}
          onChange={(event) => onChoose({ source: event.target.value as Chosen['source'] })}
        >
          <option value="">Every source</option>
          {sourceName.options.map((source) => (
            <option key={source} value={source}>
              {sourceLabels[source]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
