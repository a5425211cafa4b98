import { clsx } from 'clsx';

/** A list of sentences, each said once. */
export function Sentences({ sentences, className }: { sentences: string[]; className?: string }) {
  return (
    <ul className={clsx('list-disc space-y-1 pl-5 text-soft marker:text-faint', className)}>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence} dir="auto" className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
