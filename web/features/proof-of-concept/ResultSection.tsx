import { type RefObject, useEffect } from 'react';
import { buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { storable } from '#shared/rules/storable.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
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
  isResultTooLong,
  leavingEdits,
  type PromptDocument,
  returnTo,
} from './prompt-document.ts';
import { ResultNotes } from './ResultNotes.tsx';
import { contentOf, findShown, listVersions } from './versions.ts';
import { YourWords } from './YourWords.tsx';

type ResultSectionProps = {
  document: PromptDocument;
  /** What has arrived of the rewrite that is under way. */
  arrived: string | null;
  isReadOnly: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: ChangePrompt;
};

export function ResultSection({ document, arrived, isReadOnly, field, onChange }: ResultSectionProps) {
  useFollowing(field, arrived);
  const { result, builder, rewrites, shown } = document;
  const versions = listVersions(rewrites);
  if (versions.length === 0 && result === '' && !arrived) return null;
  const run = findShown(versions, shown);
  const content = contentOf(result);
  const text = arrived || result;
  function goBackTo(rewrite: Rewrite) {
    if (isResultTooLong(document)) field.current?.focus();
    else onChange((prompt) => returnTo(prompt, rewrite));
  }
  return (
    <div className="mt-6 grid gap-5 border-t border-line pt-5">
      <BuilderChoice
        builder={builder}
        onChoose={(name) => onChange((prompt) => chooseBuilder(prompt, name))}
      />
      <div className="min-w-0">
        <Field label="Your Enhanced Prompt" error={isResultTooLong(document) ? tooLong : null}>
          <TextArea
            ref={field}
            rows={15}
            dir="auto"
            readOnly={isReadOnly || arrived !== null}
            value={text}
            onChange={(event) => onChange((prompt) => ({ ...prompt, result: storable(event.target.value) }))}
          />
        </Field>
        {run && arrived === null ? <ResultNotes rewrite={run.rewrite} result={result} /> : null}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <CopyButton text={text} source={field} onCopied={() => showToast(message('build_prompt_copied'))}>
            Copy to clipboard
          </CopyButton>
          <DownloadButton name="build-prompt" text={text} />
          <BuilderLinks builder={builder} />
        </div>
      </div>
      {run && arrived === null ? (
        <>
          <div className="grid justify-items-start gap-1">
            {run.rewrite.receipt.model === null ? <Badge>Written without AI</Badge> : null}
            <ReceiptNote receipt={run.rewrite.receipt} subject="your enhanced prompt" />
          </div>
          <YourWords run={run} builder={builder} edited={run.content === content ? null : result} />
          <OtherRewrites
            versions={versions.filter((version) => version.content !== content)}
            leaving={isReadOnly ? [] : leavingEdits(document)}
            onReturn={goBackTo}
          />
        </>
      ) : null}
    </div>
  );
}

/** Brings the arriving text into sight and keeps to its newest line, unless the reader has scrolled away from it. */
function useFollowing(field: ResultSectionProps['field'], arrived: string | null): void {
  const hasBegun = Boolean(arrived);
  useEffect(() => {
    const area = field.current;
    if (!hasBegun || !area) return;
    area.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
    return () => {
      area.scrollTop = 0;
    };
  }, [field, hasBegun]);
  useEffect(() => {
    const area = field.current;
    if (!arrived || !area) return;
    const isNear = area.scrollHeight - area.scrollTop - area.clientHeight < nearPx;
    if (isNear) area.scrollTop = area.scrollHeight;
  }, [field, arrived]);
}

const tooLong =
  `Longer than the ${buildPromptLimit.toLocaleString()} characters that your account keeps. Shorten it first: ` +
  'until then it is kept in this browser alone, and nothing takes its place.';

const nearPx = 160;
