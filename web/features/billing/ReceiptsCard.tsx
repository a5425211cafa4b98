import { ExternalLink, ReceiptText } from 'lucide-react';
import type { PaymentReceipt } from '#shared/contracts/billing.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { day, money, receiptStatus } from './billing-labels.ts';

/** Every payment of the account, in the order that the server gives: the newest first. */
export function ReceiptsCard({ receipts }: { receipts: PaymentReceipt[] }) {
  return (
    <Card aria-label="Receipts">
      <CardHeader title="Receipts" />
      {receipts.length === 0 ? (
        <EmptyState icon={ReceiptText} title="No payments yet" className="mt-3">
          Each payment appears here with its amount, and a receipt comes by mail.
        </EmptyState>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ReceiptRow({ receipt }: { receipt: PaymentReceipt }) {
  const { plan, amount, currency, paidAt, receiptUrl } = receipt;
  const { word, tone } = receiptStatus(receipt);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3 last:pb-0">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="font-medium">{planNames[plan]}</p>
        <p className="text-meta text-faint tabular-nums">
          <time dateTime={paidAt}>{day(paidAt)}</time>
        </p>
      </div>
      <Badge tone={tone}>{word}</Badge>
      <p className="font-medium tabular-nums">{money(amount, currency)}</p>
      {receiptUrl ? (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 rounded-s py-1 text-spark-ink underline underline-offset-3 pointer-coarse:py-3"
        >
          Receipt
          <ExternalLink size={13} aria-hidden="true" />
          <span className="sr-only"> of {day(paidAt)} (opens in a new tab)</span>
        </a>
      ) : null}
    </li>
  );
}
