import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { type BuilderName, buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { builders } from '#shared/rules/build-prompts/builders.data.ts';
import { preview, shortenedMark, storable } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { CitedText } from '#web/ui/CitedText.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { copyText } from '#web/ui/controls/copy-text.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { clickedPlace } from '#web/ui/place-in-source.ts';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { Time } from '#web/ui/Time.tsx';
import { builderLink, type Compress } from './builder-link.ts';
import {
  type ChangePrompt,
  chooseBuilder,
  contentOf,
  findShown,
  isIncomplete,
  isResultTooLong,
  leavingEdits,
  listVersions,
  type PromptDocument,
  returnTo,
  type Version,
} from './prompt-document.ts';
import { YourWords } from './YourWords.tsx';

type ResultSectionProps = {
  document: PromptDocument;
  /** Part of the running rewrite that has arrived. */
  arrived: string | null;
  isReadOnly: boolean;
  /** The idea's form is above it, not one line. */
  isUnderForm: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Holds the text, drawn or as a field. */
  source: RefObject<HTMLElement | null>;
  /** The text as it is, to edit; else it is drawn as Markdown. */
  isRaw: boolean;
  onRaw: (isRaw: boolean) => void;
  /** Another text can't take the place of one that is too long to be kept. */
  onTooLong: () => void;
  onChange: ChangePrompt;
};

export function ResultSection(props: ResultSectionProps) {
  const { document, arrived, isReadOnly, field, onTooLong, onChange } = props;
  useFollowing(field, arrived);
  const { result, builder, rewrites, shown } = document;
  const versions = listVersions(rewrites);
  if (versions.length === 0 && result === '' && !arrived) return null;
  const run = findShown(versions, shown);
  const content = contentOf(result);
  const text = arrived || result;
  const isWriting = arrived !== null;
  function goBackTo(rewrite: Rewrite) {
    if (isResultTooLong(document)) onTooLong();
    else onChange((prompt) => returnTo(prompt, rewrite));
  }
  return (
    <div className={clsx('grid grid-cols-1 gap-4', props.isUnderForm && 'mt-6 border-t border-line pt-5')}>
      <BuilderChoice
        builder={builder}
        onChoose={(name) => onChange((prompt) => chooseBuilder(prompt, name))}
      />
      <div className="min-w-0">
        <ResultText {...props} text={text} />
        {run && !isWriting ? <ResultNotes rewrite={run.rewrite} result={result} /> : null}
      </div>
      {run && !isWriting ? (
        <>
          <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
            {run.rewrite.receipt.model === null ? <Badge>Written without AI</Badge> : null}
            <ReceiptNote
              receipt={run.rewrite.receipt}
              author={run.rewrite.receipt.model !== null && run.rewrite.surveyId ? quotesChecked : undefined}
              subject="your enhanced prompt"
            />
            <OriginalText key={run.rewrite.receipt.at} text={run.rewrite.unchecked} />
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

type ResultTextProps = ResultSectionProps & { text: string };

/** The prompt, drawn as Markdown until it is clicked or asked for as it is. */
function ResultText(props: ResultTextProps) {
  const { document, arrived, isReadOnly, field, source, isRaw, onRaw, onChange, text } = props;
  const isTooLong = isResultTooLong(document);
  const isField = isRaw || arrived !== null || isTooLong || text === '';
  function setSource(element: HTMLElement | null) {
    source.current = element;
    field.current = element instanceof HTMLTextAreaElement ? element : null;
  }

  function editHere(event: MouseEvent<HTMLDivElement>) {
    const isLink = event.target instanceof Element && event.target.closest('a');
    if (isLink || isReadOnly || getSelection()?.type === 'Range') return;
    const place = clickedPlace(text, event.currentTarget, { x: event.clientX, y: event.clientY });
    flushSync(() => onRaw(true));
    field.current?.setSelectionRange(place, place);
    field.current?.focus();
  }

  return (
    <div className="relative">
      {arrived === null && !isTooLong && text !== '' ? (
        <span className="absolute -top-2.5 right-0">
          <Button variant="quiet" aria-pressed={isRaw} onClick={() => onRaw(!isRaw)}>
            Raw text
          </Button>
        </span>
      ) : null}
      {isField ? (
        <Field label="Your Enhanced Prompt" error={isTooLong ? tooLong : null}>
          <TextArea
            ref={setSource}
            rows={15}
            dir="auto"
            readOnly={isReadOnly || arrived !== null}
            value={text}
            onChange={({ target }) => {
              onRaw(true);
              onChange((prompt) => ({ ...prompt, result: storable(target.value) }));
            }}
          />
        </Field>
      ) : (
        <section aria-labelledby="enhanced-prompt">
          <h3 id="enhanced-prompt" className="mb-1.5 text-[0.8125rem] leading-5 font-medium">
            Your Enhanced Prompt
          </h3>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same for keyboards */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
          <div
            ref={setSource}
            onClick={editHere}
            className="cursor-text rounded-s px-3 py-2 inset-ring inset-ring-line"
          >
            <PromptLines text={text} />
          </div>
        </section>
      )}
    </div>
  );
}

/** A prompt's headings, items and lines: a library for all of Markdown would weigh more than the rest of the dialog. */
function PromptLines({ text }: { text: string }) {
  const lines = [...text.matchAll(/[^\n]+/g)].filter(([line]) => line.trim() !== '');
  return (
    <div dir="auto" className="grid gap-1 wrap-anywhere">
      {lines.map(({ 0: line, index }) => (
        <PromptLine key={index} line={line} from={index} />
      ))}
    </div>
  );
}

function PromptLine({ line, from }: { line: string; from: number }) {
  const [, marks, title] = line.match(/^(#{1,6}) +(.*)$/) ?? [];
  if (marks && title)
    return marks.length <= 2 ? (
      <h4 data-from={from} className="mt-3 text-[0.9375rem] leading-5 first:mt-0">
        {title}
      </h4>
    ) : (
      <h5 data-from={from} className="mt-1.5 font-medium text-ink">
        {title}
      </h5>
    );
  const [, indent = '', mark, item] = line.match(/^(\s*)([-*+]|\d{1,3}[.)]) +(.*)$/) ?? [];
  if (!mark || item === undefined) return <p data-from={from}>{withBold(line)}</p>;
  return (
    <p data-from={from} className={clsx('flex gap-2', indent === '' ? 'pl-1' : 'pl-6')}>
      <span data-added className="shrink-0 text-faint tabular-nums">
        {/\d/.test(mark) ? mark : '•'}
      </span>
      <span className="min-w-0">
        {withBold(item.replace(needed, ''))}
        {needed.test(item) ? <span className="text-[13px] text-faint"> (needed)</span> : null}
      </span>
    </p>
  );
}

/** The mark of a line without which the key action can't work. */
const needed = /\s*\(needed\)$/;

function withBold(text: string): ReactNode {
  return text.split(/\*\*([^*]+)\*\*/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <strong key={index}>
        <CitedText>{part}</CitedText>
      </strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change places
      <CitedText key={index}>{part}</CitedText>
    ),
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

const tooLong = `Longer than the ${buildPromptLimit.toLocaleString()} characters that your account keeps. Please shorten it.`;

const nearPx = 160;

type BuilderChoiceProps = { builder: BuilderName; onChoose: (builder: BuilderName) => void };

/** Choice of the builder; it changes the form, not the content. */
function BuilderChoice({ builder, onChoose }: BuilderChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Builder</legend>
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
    </fieldset>
  );
}

const option =
  'relative flex h-7 cursor-pointer items-center rounded-[7px] px-3 font-medium text-soft transition-colors ' +
  'duration-100 hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:shadow-card ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spark pointer-coarse:h-11';

type ResultActionsProps = {
  builder: BuilderName;
  text: string;
  /** Holds the same text, for browsers without a clipboard. */
  source: RefObject<HTMLElement | null>;
  /** The text is whole: copying it is the next step. */
  isDone: boolean;
};

/** Opens the builder, with the prompt in it or on the clipboard: the chosen one, else the first of them. */
export function ResultActions({ builder, text, source, isDone }: ResultActionsProps) {
  const compress = useCompress(builder === 'replit');
  const copied = () => showToast(message('build_prompt_copied'));
  const opened = builders.find(({ name }) => name !== 'plain' && (builder === 'plain' || name === builder));
  const { url, isFilled } = builderLink(opened?.name ?? builder, text, compress);
  const copy = async () => {
    if (await copyText(text, source.current)) copied();
  };
  return (
    <>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={isFilled ? undefined : () => void copy()}
        className={buttonClass({})}
      >
        <span>{`${isFilled ? 'Open in' : 'Copy and open'} ${opened?.title}`}</span>
        <ExternalLink size={14} aria-hidden="true" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <CopyButton text={text} source={source} variant={isDone ? 'primary' : undefined} onCopied={copied}>
        Copy to clipboard
      </CopyButton>
    </>
  );
}

/** Replit takes the prompt compressed; the library is loaded when it is needed. */
function useCompress(isNeeded: boolean): Compress | null {
  const [compress, setCompress] = useState<Compress | null>(null);
  useEffect(() => {
    let isGone = false;
    if (isNeeded)
      import('lz-string').then(
        ({ default: library }) => {
          if (!isGone) setCompress(() => library.compressToEncodedURIComponent);
        },
        // Without it the prompt is copied.
        () => {},
      );
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return compress;
}

const quotesChecked = 'Written with AI, quotes checked';

/** The model's own text, before its quotes were checked. */
function OriginalText({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Fold title={<span className="py-1">Original</span>} className="min-w-0 text-meta open:basis-full">
      <p className="whitespace-pre-wrap wrap-anywhere text-soft" dir="auto">
        {text}
      </p>
    </Fold>
  );
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
    <div className="min-w-0 border-t border-line pt-3">
      {leaving.length > 0 ? (
        <p className="mb-2 text-warn">
          {`Ten texts are kept. The next rewrite replaces ${leaving.length === 1 ? 'the oldest' : 'the two oldest'}: copy what you need first.`}
        </p>
      ) : null}
      <Fold title={`Other rewrites (${versions.length})`}>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {[...versions].reverse().map(({ rewrite, number, isEdit }) => (
            <li
              key={`${rewrite.receipt.at} ${isEdit} ${rewrite.text}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
            >
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className="font-medium">
                  {`${nameOf(number, isEdit)}${isIncomplete(rewrite) ? ', not complete' : ''}`}
                </p>
                <p className="text-meta wrap-anywhere text-faint" dir="auto">
                  {preview(rewrite.original.replace(/\s+/g, ' '), 80)}
                </p>
              </div>
              <Time at={rewrite.receipt.at} className="text-meta text-faint" />
              <Button
                aria-label={`Use this one: ${nameOf(number, isEdit)}`}
                onClick={() => onReturn(rewrite)}
              >
                Use this one
              </Button>
            </li>
          ))}
        </ul>
      </Fold>
    </div>
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
          This rewrite is not complete. Press “Enhance Prompt” for a whole one.
        </p>
      ) : null}
      {result.split('\n').includes(shortenedMark) ? (
        <p className="mt-2 text-warn">
          More arrived than the {buildPromptLimit.toLocaleString()} characters that your account keeps. It was
          cut at “{shortenedMark}”.
        </p>
      ) : null}
    </>
  );
}
