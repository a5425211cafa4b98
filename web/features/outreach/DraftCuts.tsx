import type { CutReason, DraftCut } from '#shared/contracts/outreach/opportunities.ts';

/** The sentences that were cut from a model's draft, each with the reason. */
export function DraftCuts({ cuts }: { cuts: DraftCut[] }) {
  if (cuts.length === 0) return null;
  return (
    <section aria-label="Cut from the draft" className="grid gap-0.5 text-meta">
      <p className="font-medium">Cut from the draft</p>
      <ul className="grid gap-0.5">
        {cuts.map(({ sentence, reason }) => (
          <li key={sentence} dir="auto" className="wrap-anywhere text-soft">
            <q>{sentence}</q> <span>{labels[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const labels: Record<CutReason, string> = {
  figure: 'A study or figure nobody told us.',
  experience: 'Experience nobody told us.',
  promise: 'It promises a result.',
  threat: 'It frightens.',
  'other-product': 'A name that is not yours.',
  link: 'A link or marks.',
  'named-again': 'Your product again.',
  'too-long': 'No room there.',
};
