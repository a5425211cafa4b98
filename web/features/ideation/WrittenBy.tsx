import type { SectionReceipt } from '#shared/contracts/ideation.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { textsOfStage } from '#shared/rules/ideation-stages.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ReceiptNote } from '#web/ui/ReceiptNote.tsx';

/** Where each section comes from; the founder's own edits have no receipt. */
export function WrittenBy({ receipts }: { receipts: SectionReceipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-2" aria-label="How the sections were written">
      {receipts.map((receipt) => {
        const { title } = textsOfStage(receipt.stage);
        const flaw = flaws[receipt.step];
        return (
          <li key={receipt.stage} className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-soft">
              {title}
              {receipt.model === null ? <Badge>Written without AI</Badge> : null}
            </p>
            {flaw ? <p className="text-meta text-warn">{flaw}</p> : null}
            <ReceiptNote receipt={receipt} subject={title} />
          </li>
        );
      })}
    </ul>
  );
}

/** What is wanting in a section, in sight without a click. */
const flaws: Partial<Record<Receipt['step'], string>> = {
  raw: 'This reply could not be read as sections and is shown as it came.',
  unfinished: 'This section arrived in part and was kept as it was.',
};
