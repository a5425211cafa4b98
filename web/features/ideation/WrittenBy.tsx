import type { SectionReceipt } from '#shared/contracts/ideation.ts';
import { ideationStages } from '#shared/rules/ideation-stages.ts';
import { ReceiptNote } from '#web/ui/ReceiptNote.tsx';

/** Where each section comes from; the founder's own edits have no receipt. */
export function WrittenBy({ receipts }: { receipts: SectionReceipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-2" aria-label="How the sections were written">
      {ideationStages.flatMap(({ stage, title }) => {
        const receipt = receipts.findLast((one) => one.stage === stage);
        if (!receipt) return [];
        return (
          <li key={stage} className="min-w-0">
            <p className="text-meta text-soft">
              {title}
              {receipt.model === null ? ': written without a model' : null}
            </p>
            {receipt.step === 'raw' ? (
              <p className="text-meta text-warn">
                This reply could not be read as sections and is shown as it came.
              </p>
            ) : null}
            <ReceiptNote receipt={receipt} subject={title} />
          </li>
        );
      })}
    </ul>
  );
}
