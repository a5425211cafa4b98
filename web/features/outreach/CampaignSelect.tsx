import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { Select } from '#web/ui/controls/Select.tsx';

type CampaignSelectProps = {
  campaigns: Campaign[];
  /** A campaign's id; empty for all of them. */
  chosen: string;
  onChoose: (campaignId: string) => void;
};

/** One campaign, or all. Its Field names it. */
export function CampaignSelect({ campaigns, chosen, onChoose }: CampaignSelectProps) {
  return (
    <Select value={chosen} onChange={(event) => onChoose(event.target.value)}>
      <option value="">All campaigns</option>
      {campaigns.map(({ id, product }) => (
        <option key={id} value={id}>
          {product.name}
        </option>
      ))}
    </Select>
  );
}
