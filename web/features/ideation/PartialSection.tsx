import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import { textsOfStage } from '#shared/rules/ideation-stages.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { ReceiptNote } from '#web/ui/ReceiptNote.tsx';

type PartialSectionProps = {
  stage: IdeationStage;
  text: string;
  receipt: SectionReceipt | null;
  onKeep: () => void;
};

/** What had arrived of a section before it was stopped or cut off. */
export function PartialSection({ stage, text, receipt, onKeep }: PartialSectionProps) {
  const { title, button } = textsOfStage(stage);
  return (
    <section
      aria-labelledby="ideation-partial"
      className="mt-5 rounded-m border border-dashed border-edge px-4 py-3.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="ideation-partial" className="text-base">
          {title}
        </h3>
        <Badge tone="warn">Not complete</Badge>
        {receipt?.model === null ? <Badge>Written without AI</Badge> : null}
      </div>
      <p className="mt-1 text-soft">
        This is what had arrived. Keep it as it is, or press “{button}” to have the section written again.
      </p>
      <Markdown text={text} className="mt-3" />
      <div className="mt-3">
        <ReceiptNote
          receipt={receipt}
          subject={title}
          withoutReceipt="It arrived in part, and what wrote it did not say its name."
        />
      </div>
      <Button onClick={onKeep} className="mt-4">
        Keep this part and go on
      </Button>
    </section>
  );
}
