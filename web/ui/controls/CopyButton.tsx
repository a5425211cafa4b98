import { Check, Copy } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';

type CopyButtonProps = {
  text: string;
  /** Holds the same text; it is selected when the browser refuses the clipboard. */
  source: RefObject<HTMLElement | null>;
  onCopied?: () => void;
  children?: ReactNode;
  className?: string;
  variant?: 'primary';
};

type CopyOutcome = 'copied' | 'selected' | null;

export function CopyButton({
  text,
  source,
  onCopied,
  children = 'Copy',
  className,
  variant,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<CopyOutcome>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), outcome === 'copied' ? 2000 : 8000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    const copied = await copyText(text, source.current);
    setOutcome(copied ? 'copied' : 'selected');
    if (copied) onCopied?.();
  }

  return (
    <span className={className}>
      <Button
        variant={variant}
        onClick={copy}
        icon={outcome === 'copied' ? <Check size={16} /> : <Copy size={16} />}
      >
        {children}
      </Button>
      <span role="status" className={outcome === 'selected' ? 'ml-3 text-meta text-soft' : 'sr-only'}>
        {outcome === 'copied' ? 'Copied' : null}
        {outcome === 'selected' ? 'The text is selected: copy it with Ctrl+C or ⌘C.' : null}
      </span>
    </span>
  );
}
