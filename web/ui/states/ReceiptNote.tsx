import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { Time } from '#web/ui/Time.tsx';

type ReceiptNoteProps = {
  receipt: Receipt | null;
  /** Which text it is about; said only to people who can't see where it is. */
  subject: string;
  /** Note on a text without a receipt. */
  withoutReceipt?: string;
  /** Its author, where nothing beside the note names them. */
  author?: string;
  /** The model's part in it. */
  part?: string;
};

/** Origin of a generated text, one click away (specification 4, Ideation stages: the parser's ladder). */
export function ReceiptNote(props: ReceiptNoteProps) {
  const { receipt, subject, withoutReceipt = byRules, author, part = 'Written by' } = props;
  return (
    <details className="group min-w-0 text-meta text-faint open:basis-full">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-s py-1 hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {author ? null : (
          <ChevronRight
            size={14}
            aria-hidden="true"
            className="transition-transform duration-100 group-open:rotate-90"
          />
        )}
        <span>
          <span>
            {author ? (
              <>
                {author} · <span className="underline underline-offset-2">How?</span>
              </>
            ) : (
              'How this was written'
            )}
          </span>
          <span className="sr-only">: {subject}</span>
        </span>
      </summary>
      {receipt ? <Facts receipt={receipt} part={part} /> : <p>{withoutReceipt}</p>}
    </details>
  );
}

const byRules = 'Written by fixed rules, without a model.';

function Facts({ receipt, part }: { receipt: Receipt; part: string }) {
  const { model, at, step, refused } = receipt;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 wrap-anywhere">
      <Fact name={part}>{model ?? 'Without a model'}</Fact>
      <Fact name="When">
        <Time at={at} />
      </Fact>
      {step === 'strict' ? null : <Fact name="What came back">{readings[step]}</Fact>}
      {refused ? <Fact name="Left out">{refused} of its choices, which it was not offered</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 text-soft">{children}</dd>
    </>
  );
}

/** The rungs of the ladder in plain words, and the reply that had no end. */
const readings: Record<Exclude<Receipt['step'], 'strict'>, string> = {
  object: 'Complete, with small mistakes mended or words around it left out',
  fence: 'Complete, without the words around it',
  loose: 'Put together from loose lines',
  raw: 'Without headings, so it is shown as it came',
  unfinished: 'Stopped early, so it is shown as far as it came',
};
