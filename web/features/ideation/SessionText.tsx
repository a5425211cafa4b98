import { Check, Download, Pencil } from 'lucide-react';
import {
  type FocusEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { stageParts, stageText } from '#shared/rules/ideation/ideation-sections.ts';
import { textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { writeFactor } from '#shared/rules/ideation/market-figures.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { Markdown } from '#web/ui/Markdown.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { PrintSheet } from '#web/ui/overlays/PrintSheet.tsx';
import { clickedPlace } from '#web/ui/place-in-source.ts';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { markdownFileName, textWithOrigin, titleOf } from './export-session.ts';
import { SectionPieces } from './SectionPieces.tsx';
import {
  type ChangeDocument,
  changeStage,
  type IdeationDocument,
  receiptsOfText,
} from './session-document.ts';
import { useTyped } from './use-typed.ts';

type SessionTextProps = {
  document: IdeationDocument;
  stage: IdeationStage;
  /** Place of the cursor in the text; null while it is not edited. */
  place: number | null;
  onPlace: (place: number | null) => void;
  change: ChangeDocument;
};

/** One stage's text: drawn as Markdown, and a text field as soon as it is clicked. */
export function SessionText({ document, stage, place, onPlace, change }: SessionTextProps) {
  const text = textOf(document, stage);
  const receipt = receiptsOfText(document).find((one) => one.stage === stage);
  const button = useRef<HTMLButtonElement>(null);
  const top = useRef<HTMLDivElement>(null);

  function editHere(event: MouseEvent<HTMLDivElement>) {
    const target = event.target instanceof Element ? event.target : null;
    const isSelecting = getSelection()?.type === 'Range';
    if (target?.closest('a, button, input, label') || isSelecting) return;
    const piece = target?.closest<HTMLElement>('[data-piece]');
    const from = Number(piece?.dataset.piece ?? text.length);
    const point = { x: event.clientX, y: event.clientY };
    onPlace(piece ? from + clickedPlace(text.slice(from), piece, point) : from);
  }

  function editFromTop() {
    // Drawn first: the cursor alone would be shown at the lower edge.
    flushSync(() => onPlace(0));
    top.current?.scrollIntoView({ block: 'start' });
  }

  function leave(isByKey: boolean) {
    // Drawn first: the focus must not fall out of the dialog with the field that goes.
    flushSync(() => onPlace(null));
    if (isByKey) button.current?.focus();
  }

  return (
    <section aria-labelledby="ideation-text">
      <div
        ref={top}
        className="mb-2 flex scroll-mt-24 flex-wrap items-center justify-between gap-x-4 gap-y-1"
      >
        <h3 id="ideation-text" className="text-meta font-normal text-faint">
          Click inline to edit or add more details:
        </h3>
        <EditButton ref={button} isEditing={place !== null} onEdit={editFromTop} onDone={() => leave(true)} />
      </div>
      <h3 className="text-base">{textsOfStage(stage).title}</h3>
      {place === null ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same for keyboards and screen readers
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          onClick={editHere}
          className="-mx-3 cursor-text rounded-s px-3 py-2 transition-shadow duration-100 hover:inset-ring hover:inset-ring-line"
        >
          {text === '' ? (
            <p className="text-faint">Nothing is written here. Click to write.</p>
          ) : (
            <SectionPieces
              text={text}
              content={document.content}
              onFactor={(factor, value) =>
                change((now) => changeStage(now, stage, writeFactor(textOf(now, stage), factor, value)))
              }
            />
          )}
        </div>
      ) : (
        <TextEditor
          text={text}
          stage={stage}
          place={place}
          onChange={(next) => change((now) => changeStage(now, stage, next))}
          onLeave={leave}
        />
      )}
      {receipt ? <WrittenBy receipt={receipt} text={text} /> : null}
    </section>
  );
}

function textOf({ content }: IdeationDocument, stage: IdeationStage): string {
  return stageParts(content).find((part) => part.stage === stage)?.text ?? '';
}

/** Origin of a section, and its text as it was written where the founder has changed it. */
function WrittenBy({ receipt, text }: { receipt: SectionReceipt; text: string }) {
  const { stage, original } = receipt;
  const flaw = flaws[receipt.step];
  return (
    <div className="mt-3">
      {flaw ? <p className="text-meta text-warn">{flaw}</p> : null}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        {receipt.model === null ? <Badge>Written without AI</Badge> : null}
        <ReceiptNote receipt={receipt} subject={textsOfStage(stage).title} />
        {original !== undefined && original !== text ? (
          <Fold title="Original text" className="text-meta">
            <Markdown text={original} className="text-soft" />
          </Fold>
        ) : null}
      </div>
    </div>
  );
}

/** Flaws of a section, in sight without a click. */
const flaws: Partial<Record<Receipt['step'], string>> = {
  raw: 'This reply could not be read as sections and is shown as it came.',
  unfinished: 'This section arrived in part and was kept as it was.',
};

type EditButtonProps = {
  ref: Ref<HTMLButtonElement>;
  isEditing: boolean;
  onEdit: () => void;
  onDone: () => void;
};

function EditButton({ ref, isEditing, onEdit, onDone }: EditButtonProps) {
  const Icon = isEditing ? Check : Pencil;
  return (
    <Button
      ref={ref}
      icon={<Icon size={15} aria-hidden="true" />}
      // The field keeps the focus while this is pressed: leaving it would turn the button round under the finger.
      onMouseDown={isEditing ? (event) => event.preventDefault() : undefined}
      onClick={isEditing ? onDone : onEdit}
    >
      {isEditing ? 'Done editing' : 'Edit text'}
    </Button>
  );
}

/** The session as a file: Markdown, or a PDF by the browser's print dialog. */
export function ExportMenu({ document }: { document: IdeationDocument }) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Menu
        choices={{
          Markdown: () => downloadText(markdownFileName(document), textWithOrigin(document)),
          PDF: () => setPrinting(true),
        }}
      />
      {isPrinting ? (
        <PrintSheet
          title={titleOf(document)}
          date={new Date().toLocaleDateString(undefined, { dateStyle: 'long' })}
          text={textWithOrigin(document)}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </>
  );
}

function Menu({ choices }: { choices: Record<string, () => void> }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEscape(isOpen, () => {
    close();
    menu.current?.querySelector('summary')?.focus();
  });
  useFirst('pointerdown', isOpen, ({ target }) => {
    if (!(target instanceof Node && menu.current?.contains(target))) close();
  });
  return (
    <details
      ref={menu}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        // Safari gives a pressed button no focus: then no one has gone elsewhere.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
      className="relative"
    >
      <summary className={buttonClass({}, 'cursor-pointer list-none [&::-webkit-details-marker]:hidden')}>
        <Download size={16} aria-hidden="true" />
        Export
      </summary>
      <div className="absolute bottom-full left-0 z-10 mb-1.5 grid w-40 animate-fade gap-0.5 rounded-m bg-raised p-1.5 shadow-float">
        {Object.entries(choices).map(([name, choose]) => (
          <button
            key={name}
            type="button"
            className="flex h-control items-center rounded-s px-2.5 text-left text-sm hover:bg-muted"
            onClick={() => {
              close();
              choose();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}

type TextEditorProps = {
  text: string;
  stage: IdeationStage;
  /** First place of the cursor. */
  place: number;
  onChange: (text: string) => void;
  /** The field was left; by Escape or by going elsewhere. */
  onLeave: (isByKey: boolean) => void;
};

function TextEditor({ text, stage, place, onChange, onLeave }: TextEditorProps) {
  const [value, setValue] = useTyped(text, (typed) => stageText(storable(typed), stage));
  const field = useRef<HTMLTextAreaElement>(null);
  useCursorAt(field, place);
  useEscape(true, () => onLeave(true));
  const afterPress = useAfterPress();
  return (
    <TextArea
      ref={field}
      aria-labelledby="ideation-text"
      rows={12}
      autoGrow
      dir="auto"
      className="-mx-3 w-[calc(100%+1.5rem)]! leading-5"
      value={value}
      onChange={({ target }) => {
        setValue(target.value);
        onChange(target.value);
      }}
      onBlur={(event) => {
        // The whole window was left: whoever comes back goes on typing.
        if (document.activeElement !== event.currentTarget) afterPress(() => onLeave(false));
      }}
    />
  );
}

function useCursorAt(field: { current: HTMLTextAreaElement | null }, place: number) {
  const first = useRef(place);
  useEffect(() => {
    field.current?.setSelectionRange(first.current, first.current);
    field.current?.focus();
  }, [field]);
}

/** Escape ends only what is open inside the dialog. */
function useEscape(isOpen: boolean, close: () => void): void {
  useFirst('keydown', isOpen, (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || isTyping(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    close();
  });
}

/** Listens to an event while `isOn`, before the dialog and the session do: they listen on the document. */
function useFirst(type: string, isOn: boolean, then: (event: Event) => void): void {
  const thenNow = useEffectEvent(then);
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: Event) => thenNow(event);
    addEventListener(type, listener, { capture: true });
    return () => removeEventListener(type, listener, { capture: true });
  }, [type, isOn]);
}

/** Waits until what is pressed is let go and clicked: it must not move away under the finger. */
function useAfterPress(): (then: () => void) => void {
  const press = useRef<{ after: (() => void) | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, signal: leaving.signal };
    const down = () => {
      press.current = { after: null };
    };
    const up = () => {
      const after = press.current?.after;
      press.current = null;
      if (after) setTimeout(after);
    };
    addEventListener('pointerdown', down, options);
    addEventListener('pointerup', up, options);
    addEventListener('pointercancel', up, options);
    return () => leaving.abort();
  }, []);
  return (then) => {
    if (press.current) press.current.after = then;
    else then();
  };
}
