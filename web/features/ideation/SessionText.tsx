import { Check, Pencil } from 'lucide-react';
import { type MouseEvent, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/ui/Button.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { hasContent, type IdeationDocument } from './ideation-document.ts';
import { clickedPlace } from './place-in-source.ts';
import { TextEditor } from './TextEditor.tsx';

type SessionTextProps = { document: IdeationDocument; onChange: (content: string) => void };

/** Everything written so far: drawn as Markdown, and a text field as soon as it is clicked. */
export function SessionText({ document, onChange }: SessionTextProps) {
  const { content } = document;
  /** Where the cursor goes; null while nothing is edited. */
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
