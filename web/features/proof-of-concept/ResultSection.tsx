import { ExternalLink } from 'lucide-react';
import { type RefObject, useEffect, useId } from 'react';
import { type BuilderName, buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { builders } from '#shared/rules/build-prompts/builders.data.ts';
import { preview, shortenedMark, storable } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { DownloadButton } from '#web/ui/controls/DownloadButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { Time } from '#web/ui/Time.tsx';
import {
  type ChangePrompt,
  chooseBuilder,
  contentOf,
  findShown,
  isResultTooLong,
  leavingEdits,
  listVersions,
  type PromptDocument,
  returnTo,
  type Version,
} from './prompt-document.ts';
import { isIncomplete } from './use-rewriting.ts';
import { YourWords } from './YourWords.tsx';

type ResultSectionProps = {
  document: PromptDocument;
  /** Part of the running rewrite that has arrived. */
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

type BuilderChoiceProps = { builder: BuilderName; onChoose: (builder: BuilderName) => void };

/** Choice of the builder; it changes the form, not the content. */
function BuilderChoice({ builder, onChoose }: BuilderChoiceProps) {
  const name = useId();
  const note = useId();
  return (
    <fieldset aria-describedby={note} className="min-w-0">
      <legend className="mb-1.5 text-[0.8125rem] leading-5 font-medium">Form for</legend>
      <div className="flex w-fit max-w-full flex-wrap gap-1 rounded-[10px] bg-muted p-1">
        {builders.map((one) => (
          <label key={one.name} className={option}>
            <input
              type="radio"
              name={name}
              checked={one.name === builder}
              onChange={() => onChoose(one.name)}
              className="sr-only"
            />
            {one.title}
          </label>
        ))}
      </div>
      <p id={note} className="mt-1.5 text-meta text-faint">
        {builders.find((one) => one.name === builder)?.note} Your edits stay.
      </p>
    </fieldset>
  );
}

const option =
  'relative flex h-7 cursor-pointer items-center rounded-[7px] px-3 font-medium text-soft transition-colors ' +
  'duration-100 hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:shadow-card ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spark pointer-coarse:h-11';

/** Leads to the chosen builder; a plain prompt can go to any of them. */
function BuilderLinks({ builder }: { builder: BuilderName }) {
  const chosen = builders.filter(({ name, url }) => url !== '' && (builder === 'plain' || name === builder));
  return chosen.map(({ name, title, url }) => (
    <a
      key={name}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: builder === 'plain' ? 'quiet' : 'secondary' })}
    >
      {builder === 'plain' ? title : `Open ${title}`}
      <ExternalLink size={14} aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  ));
}

type OtherRewritesProps = {
  versions: Version[];
  /** Edits that the next rewrite takes the place of. */
  leaving: Rewrite[];
  onReturn: (rewrite: Rewrite) => void;
};

/** The rewrites that are not shown, newest first; going back to one keeps the edits of the one that is. */
function OtherRewrites({ versions, leaving, onReturn }: OtherRewritesProps) {
  if (versions.length === 0) return null;
  return (
    <section className="min-w-0 border-t border-line pt-4">
      <h3 className="text-[0.9375rem] leading-5">Other rewrites</h3>
      <p className="mt-1 text-meta text-faint">
        Ten texts are kept. Your edits to the prompt above stay in this list when you change to another;
        rewrites that you have not edited make room first.
      </p>
      {leaving.length > 0 ? (
        <p className="mt-1 text-warn">
          The list is full of texts of yours. The next rewrite takes the place of{' '}
          {leaving.length === 1 ? 'the oldest' : 'the two oldest'}: copy what you need first.
        </p>
      ) : null}
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {versions.toReversed().map(({ rewrite, number, isEdit }) => (
          <li
            key={`${rewrite.receipt.at} ${isEdit} ${rewrite.text}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="font-medium">
                {nameOf(number, isEdit)}
                {isIncomplete(rewrite) ? ', not complete' : null}
              </p>
              <p className="text-meta wrap-anywhere text-faint" dir="auto">
                {preview(rewrite.original.replace(/\s+/g, ' '), 80)}
              </p>
            </div>
            <Time at={rewrite.receipt.at} className="text-meta text-faint" />
            <Button aria-label={`Use this one: ${nameOf(number, isEdit)}`} onClick={() => onReturn(rewrite)}>
              Use this one
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(number: number, isEdit: boolean): string {
  return isEdit ? `Rewrite ${number}, with your edits` : `Rewrite ${number}`;
}

/** How the text that is shown falls short of what was asked for. */
function ResultNotes({ rewrite, result }: { rewrite: Rewrite; result: string }) {
  return (
    <>
      {isIncomplete(rewrite) ? (
        <p className="mt-2 text-warn">
          This rewrite is not complete: it was stopped or cut off before its end. Enhance your idea again for
          a whole one.
        </p>
      ) : null}
      {result.split('\n').includes(shortenedMark) ? (
        <p className="mt-2 text-warn">
          More arrived than the {buildPromptLimit.toLocaleString()} characters that your account keeps of a
          prompt. The line “{shortenedMark}” shows where it was cut.
        </p>
      ) : null}
    </>
  );
}
