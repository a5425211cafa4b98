import type { Sentiment } from '#shared/contracts/analyses.ts';
import { Badge } from '#web/ui/Badge.tsx';

/** Positive green, Mixed yellow, Negative red, each with its icon and word (specification 9). */
export function SentimentBadge({ sentiment }: { sentiment: Sentiment }) {
  return <Badge tone={tones[sentiment]}>{sentiment}</Badge>;
}

const tones = { Positive: 'good', Mixed: 'warn', Negative: 'bad' } as const;
