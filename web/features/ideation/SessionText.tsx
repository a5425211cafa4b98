import { Pencil } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
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
  const isWritten = hasContent(document);
  // Past the first stage an emptied text can always be written again, and so it can while it is edited.
  const isNotYet = !isWritten && place === null && document.nextStage === 'IDEATION';

  function editHere(event: MouseEvent<HTMLDivElement>) {
    const isElsewhere = event.target instanceof Element && event.target.closest('a, button');
    const isSelecting = getSelection()?.type === 'Range';
    if (isElsewhere || isSelecting) return;
    setPlace(clickedPlace(content, event.currentTarget, { x: event.clientX, y: event.clientY }));
  }

  if (isNotYet) return null;
  return (
    <section aria-labelledby="ideation-text" className="mt-6 border-t border-line pt-5">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="ideation-text" className="text-[0.9375rem] leading-5">
          Click inline to edit or add more details:
        </h3>
        <div className="flex flex-wrap gap-2">
          {place === null ? (
            <Button
              ref={button}
              icon={<Pencil size={15} aria-hidden="true" />}
              onClick={() => setPlace(content.length)}
            >
              Edit text
            </Button>
          ) : null}
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
        <TextEditor
          content={content}
          place={place}
          onChange={onChange}
          onLeave={(isByKey) => {
            setPlace(null);
            // The field is gone in the next moment: the focus must not fall out of the dialog.
            if (isByKey) requestAnimationFrame(() => button.current?.focus());
          }}
        />
      )}
    </section>
  );
}
