import { clsx } from 'clsx';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import type { ButtonSize } from './button-class.ts';
import { copyText } from './copy-text.ts';

export type CopyButtonProps = {
  text: string;
  /** Holds the same text; it is selected when the browser refuses the clipboard. */
  source: RefObject<HTMLElement | null>;
  onCopied?: () => void;
  /** The browser has refused, and the person copies by hand. */
  onSelected?: () => void;
  children?: ReactNode;
  className?: string;
  variant?: 'primary' | 'quiet';
  size?: ButtonSize;
  /** Before the text, with a check mark in its place for a moment after copying. */
  icon?: LucideIcon;
  /** Shows the icon alone: always, or on phones. */
  iconOnly?: 'always' | 'phone';
  disabled?: boolean;
};

type CopyOutcome = 'copied' | 'selected' | null;

export function CopyButton(props: CopyButtonProps) {
  const { text, source, onCopied, onSelected, children = 'Copy', className, iconOnly, ...others } = props;
  const { icon: Icon = Copy, ...look } = others;
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
    else onSelected?.();
  }

  return (
    <span className={className}>
      <Button
        {...look}
        onClick={copy}
        className={clsx(iconOnly === 'always' && 'w-control px-0!', iconOnly === 'phone' && phoneIcon)}
        icon={outcome === 'copied' ? <Check size={16} /> : <Icon size={16} />}
      >
        <span className={clsx(iconOnly === 'always' && 'sr-only', iconOnly === 'phone' && 'max-sm:sr-only')}>
          {children}
        </span>
      </Button>
      <span role="status" className={outcome === 'selected' ? 'ml-3 text-meta text-soft' : 'sr-only'}>
        {outcome ? outcomes[outcome] : null}
      </span>
    </span>
  );
}

const outcomes = {
  copied: 'Copied',
  selected: 'The text is selected: copy it with Ctrl+C or ⌘C.',
};

const phoneIcon = 'max-sm:w-control max-sm:px-0!';
