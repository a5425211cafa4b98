import type { RefObject } from 'react';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { type SourceName, sourceName } from '#shared/contracts/conversation-sources.ts';
import { type ConversationStatus, conversationStatus } from '#shared/contracts/opportunities.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { CampaignSelect } from '#web/features/outreach/CampaignSelect.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { statusLooks } from './status-labels.ts';

/** As it is in the controls; '' chooses all. */
export type Chosen = {
  campaign: string;
  status: ConversationStatus | '';
  source: SourceName | '';
  search: string;
};

type HistoryFiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  campaigns: Campaign[];
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
};

export function HistoryFilters({ field, campaigns, chosen, onChoose }: HistoryFiltersProps) {
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
          onChange={(event) => onChoose({ status: parseChoice(conversationStatus, event.target.value) })}
        >
          <option value="">Every status</option>
          {conversationStatus.options.map((status) => (
            <option key={status} value={status}>
              {statusLooks[status].words}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Source" className="min-w-0">
        <Select
          value={chosen.source}
          onChange={(event) => onChoose({ source: parseChoice(sourceName, event.target.value) })}
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

function parseChoice<Value extends string>(
  schema: { parse: (value: unknown) => Value },
  value: string,
): Value | '' {
  return value === '' ? '' : schema.parse(value);
}
