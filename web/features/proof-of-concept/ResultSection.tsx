import { useEffect, useRef } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Field } from '#web/ui/Field.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { ReceiptNote } from '#web/ui/ReceiptNote.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { showToast } from '#web/ui/toast.ts';
import { BuilderChoice } from './BuilderChoice.tsx';
import { BuilderLinks } from './BuilderLinks.tsx';
import { OtherRewrites } from './OtherRewrites.tsx';
import {
  type ChangePrompt,
  chooseBuilder,
  type PromptDocument,
  returnTo,
  storable,
} from './prompt-document.ts';
import { isIncomplete } from './use-rewriting.ts';
import { contentOf, findShown, listVersions } from './versions.ts';
import { YourWords } from './YourWords.tsx';

type ResultSectionProps = {
  document: PromptDocument;
  /** What has arrived of the rewrite that is under way. */
  arrived: string | null;
  onChange: ChangePrompt;
};

export function ResultSection({ document, arrived, onChange }: ResultSectionProps) {
  const field = useFollowing(arrived);
  const { result, builder, rewrites, shown } = document;
  const versions = listVersions(rewrites);
  if (versions.length === 0 && result === '' && !arrived) return null;
  const run = findShown(versions, shown);
  const content = contentOf(result);
  const text = arrived || result;
  return (
    <div className="mt-6 grid gap-5 border-t border-line pt-5">
      <BuilderChoice
        builder={builder}
        onChoose={(name) => onChange((prompt) => chooseBuilder(prompt, name))}
      />
      <div className="min-w-0">
        <Field label="Your Enhanced Prompt">
          <TextArea
            ref={field}
            rows={15}
            dir="auto"
            readOnly={arrived !== null}
            value={text}
            onChange={(event) => onChange((prompt) => ({ ...prompt, result: storable(event.target.value) }))}
          />
        </Field>
        {run && isIncomplete(run.rewrite) && arrived === null ? <IncompleteNote /> : null}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <CopyButton text={text} source={field} onCopied={() => showToast(message('build_prompt_copied'))}>
            Copy to clipboard
          </CopyButton>
          <BuilderLinks builder={builder} />
        </div>
      </div>
      {run && arrived === null ? (
        <>
          <ReceiptNote receipt={run.rewrite.receipt} subject="your enhanced prompt" />
          <YourWords run={run} builder={builder} edited={run.content === content ? null : result} />
          <OtherRewrites
            versions={versions.filter((version) => version.content !== content)}
            onReturn={(rewrite) => onChange((prompt) => returnTo(prompt, rewrite))}
          />
        </>
      ) : null}
    </div>
  );
}

function IncompleteNote() {
  return (
    <p className="mt-2 text-warn">
      This rewrite is not complete: it was stopped or cut off before its end. Enhance your idea again for a
      whole one.
    </p>
  );
}

/** Brings the arriving text into sight and keeps to its newest line, unless the reader has scrolled away from it. */
function useFollowing(arrived: string | null) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hasBegun = Boolean(arrived);
  useEffect(() => {
    const area = field.current;
    if (!hasBegun || !area) return;
    area.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
    return () => {
      area.scrollTop = 0;
    };
  }, [hasBegun]);
  useEffect(() => {
    const area = field.current;
    if (!arrived || !area) return;
    const isNear = area.scrollHeight - area.scrollTop - area.clientHeight < nearPx;
    if (isNear) area.scrollTop = area.scrollHeight;
  }, [arrived]);
  return field;
}

const nearPx = 160;
