import { Download } from 'lucide-react';
import { type FocusEvent, useRef, useState } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { downloadText } from '#web/ui/download-text.ts';
import { PrintSheet } from '#web/ui/PrintSheet.tsx';
import { markdownFileName, textWithOrigin, titleOf } from './export-session.ts';
import type { IdeationDocument } from './ideation-document.ts';
import { useEscape, useFirst } from './use-page-moments.ts';

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
        // Safari gives a pressed button no focus: then nobody has gone elsewhere.
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
