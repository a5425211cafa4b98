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
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { PrintSheet } from '#web/ui/overlays/PrintSheet.tsx';
import { markdownFileName, textWithOrigin, titleOf } from './export-session.ts';
import { clickedPlace } from './place-in-source.ts';
import { hasContent, type IdeationDocument } from './session-document.ts';

type SessionTextProps = { document: IdeationDocument; onChange: (content: string) => void };

/** Everything written so far: drawn as Markdown, and a text field as soon as it is clicked. */
export function SessionText({ document, onChange }: SessionTextProps) {
  const { content } = document;
  /** Place of the cursor; null while nothing is edited. */
  const [place, setPlace] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const isWritten = hasContent(document);
  // Past the first stage an emptied text can always be written again, and so it can while it is edited.
  const isNotYet = !isWritten && place === null && document.nextStage === 'IDEATION';

  function editHere(event: MouseEvent<HTMLDivElement>) {
    const isElsewhere = event.target instanceof Element && event.target.closest('a, button');
    const isSelecting = getSelection()?.type === 'Range';
    if (isElsewhere || isSelecting) return;
    setPlace(clickedPlace(content, event.currentTarget, { x: event.clientX, y: event.clientY }));
  }

  function editFromTop() {
    // Drawn first: the cursor alone would be shown at the lower edge.
    flushSync(() => setPlace(0));
    top.current?.scrollIntoView({ block: 'start' });
  }

  function leave(isByKey: boolean) {
    // Drawn first: the focus must not fall out of the dialog with the field that goes.
    flushSync(() => setPlace(null));
    if (isByKey) button.current?.focus();
  }

  if (isNotYet) return null;
  return (
    <section aria-labelledby="ideation-text" className="mt-6 border-t border-line pt-5">
      <div
        ref={top}
        className="mb-2.5 flex scroll-mt-4 flex-wrap items-center justify-between gap-x-4 gap-y-1"
      >
        <h3 id="ideation-text" className="text-[0.9375rem] leading-5">
          Click inline to edit or add more details:
        </h3>
        <div className="flex flex-wrap gap-2">
          <EditButton
            ref={button}
            isEditing={place !== null}
            onEdit={editFromTop}
            onDone={() => leave(true)}
          />
          {isWritten ? <ExportMenu document={document} /> : null}
        </div>
      </div>
      {place === null ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same for keyboards and screen readers
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          onClick={editHere}
          className="-mx-3 cursor-text rounded-s px-3 py-2 transition-shadow duration-100 hover:inset-ring hover:inset-ring-line"
        >
          {isWritten ? (
            <Markdown text={content} />
          ) : (
            <p className="text-faint">Nothing is written here. Click to write.</p>
          )}
        </div>
      ) : (
        <TextEditor content={content} place={place} onChange={onChange} onLeave={leave} />
      )}
    </section>
  );
}

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
function ExportMenu({ document }: { document: IdeationDocument }) {
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
      <div className="absolute top-full right-0 z-10 mt-1.5 grid w-40 animate-fade gap-0.5 rounded-m bg-raised p-1.5 shadow-float">
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
  content: string;
  /** First place of the cursor. */
  place: number;
  onChange: (content: string) => void;
  /** The field was left; by Escape or by going elsewhere. */
  onLeave: (isByKey: boolean) => void;
};

function TextEditor({ content, place, onChange, onLeave }: TextEditorProps) {
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
      value={content}
      onChange={(event) => onChange(event.target.value)}
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
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return;
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
