import { useRef, useState } from 'react';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { replyKey } from './kept-keys.ts';
import type { NextStepProps } from './NextStep.tsx';
import { readKeptText } from './use-kept-text.ts';

/** What its owner has typed and can't approve any more: theirs to take along. */
export function KeptReply({ userId, conversation }: Pick<NextStepProps, 'userId' | 'conversation'>) {
  const [text] = useState(() => readKeptText(replyKey(userId, conversation.id)));
  const source = useRef<HTMLParagraphElement>(null);
  if (text === null) return null;
  return (
    <div className="grid min-w-0 grid-cols-1 justify-items-start gap-2 rounded-s bg-muted px-3 py-3">
      <p className="text-meta text-faint">Your unsent reply, kept in this browser</p>
      <p
        ref={source}
        tabIndex={-1}
        dir="auto"
        className="whitespace-pre-wrap text-soft outline-none wrap-anywhere"
      >
        {text}
      </p>
      <CopyButton text={text} source={source}>
        Copy your reply
      </CopyButton>
    </div>
  );
}
