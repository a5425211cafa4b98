import { Download } from 'lucide-react';
import { type FocusEvent, useRef, useState } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { PrintSheet } from '#web/ui/PrintSheet.tsx';
import { downloadText, markdownFileName, titleOf } from './export-session.ts';
import type { IdeationDocument } from './ideation-document.ts';

/** The session as a file: Markdown, or a PDF by the browser's print dialog. */
export function ExportMenu({ document }: { document: IdeationDocument }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isPrinting, setPrinting] = useState(false);
  const { content } = document;

  function close() {
    if (menu.current) menu.current.open = false;
  }

  function choose(action: () => void) {
    close();
    action();
  }

  return (
    <>
      <details
        ref={menu}
        className="relative"
        onBlur={(event: FocusEvent) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close();
        }}
      >
        <summary className={buttonClass({}, 'cursor-pointer list-none [&::-webkit-details-marker]:hidden')}>
          <Download size={16} aria-hidden="true" />
          Export
        </summary>
        <div className="absolute top-full right-0 z-10 mt-1.5 grid w-40 animate-fade gap-0.5 rounded-m bg-raised p-1.5 shadow-float">
          <button
            type="button"
            className={item}
            onClick={() => choose(() => downloadText(markdownFileName(document), content))}
          >
            Markdown
          </button>
          <button type="button" className={item} onClick={() => choose(() => setPrinting(true))}>
            PDF
          </button>
        </div>
      </details>
      {isPrinting ? (
        <PrintSheet
          title={titleOf(document)}
          date={new Date().toLocaleDateString(undefined, { dateStyle: 'long' })}
          text={content}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </>
  );
}

const item = 'flex h-control items-center rounded-s px-2.5 text-left text-sm hover:bg-muted';
