import { marketSums } from '#shared/rules/market-figures.ts';

/** The market size, computed as soon as the founder has filled in its blanks. */
export function MarketSize({ content }: { content: string }) {
  const sums = marketSums(content);
  if (!sums) return null;
  return (
    <dl className="mt-4 grid gap-x-3 gap-y-1 border-t border-line pt-4 tabular-nums sm:grid-cols-[auto_1fr]">
      <dt className="text-soft">Whole market</dt>
      <dd className="text-ink">{sums.whole}</dd>
      {sums.reachable ? (
        <>
          <dt className="text-soft">Within your reach</dt>
          <dd className="text-ink">{sums.reachable}</dd>
        </>
      ) : null}
    </dl>
  );
}
