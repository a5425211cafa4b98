import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { Markdown } from '#web/ui/Markdown.tsx';

type PrintSheetProps = { title: string; date: string; text: string; onDone: () => void };

/** Opens the browser's print dialog on one text and nothing else of the page; `styles.css` draws it black on white. */
export function PrintSheet({ title, date, text, onDone }: PrintSheetProps) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const pageTitle = document.title;
    const finish = () => done();
    addEventListener('afterprint', finish);
    // Browsers propose it as the file's name.
    document.title = title;
    window.print();
    return () => {
      removeEventListener('afterprint', finish);
      document.title = pageTitle;
    };
  }, [title]);

  return createPortal(
    <article className="print-sheet">
      <header>
        <h1 dir="auto">{title}</h1>
        <p>{date}</p>
      </header>
      <Markdown text={text} />
    </article>,
    document.body,
  );
}
