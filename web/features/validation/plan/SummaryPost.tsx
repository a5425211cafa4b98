import { useRef, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { PlanPartProps } from './founder-plan.ts';

/** Follows the plan until the founder types in it. */
export function SummaryPost({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [discarded, setDiscarded] = useState<string | null>(null);
  const write = (summaryPost: string) => onEdit({ summaryPost, summaryByHand: true });

  function follow() {
    setDiscarded(plan.summaryPost);
    onEdit({ summaryByHand: false });
  }

  return (
    <div>
      <TextArea
        ref={field}
        aria-label="Summary Post for Communities"
        rows={7}
        autoGrow
        dir="auto"
        className="max-h-160 overflow-y-auto"
        readOnly={isReadOnly}
        value={plan.summaryPost}
        onChange={(event) => {
          setDiscarded(null);
          write(event.target.value);
        }}
      />
      <p className="mt-1.5 text-meta text-faint">
        {isReadOnly
          ? null
          : plan.summaryByHand
            ? 'These are your own words now: changes to the plan no longer touch them.'
            : 'Follows your changes to the plan until you type in it.'}
        {plan.summaryPost.includes(plan.surveyUrl) ? null : ' The survey link is missing.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <CopyButton
          text={plan.summaryPost}
          source={field}
          onCopied={() => showToast(message('summary_copied'))}
        >
          Copy to clipboard
        </CopyButton>
        {plan.summaryByHand && !isReadOnly ? (
          <Button variant="quiet" onClick={follow}>
            Write it from the plan again
          </Button>
        ) : null}
        {discarded !== null && !plan.summaryByHand ? (
          <Button
            variant="quiet"
            onClick={() => {
              write(discarded);
              setDiscarded(null);
            }}
          >
            Undo
          </Button>
        ) : null}
      </div>
    </div>
  );
}
