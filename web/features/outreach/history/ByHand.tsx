import { type ReactNode, useRef, useState } from 'react';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { readWebAddress } from '#web/ui/web-address.ts';
import { LocalLinkNote } from './LocalLinkNote.tsx';
import type { NextStepProps } from './NextStep.tsx';
import { PostedForm } from './PostedForm.tsx';

/** The owner posts the approved reply: it is copied and the place opened, and then found there. */
export function ByHand(props: NextStepProps & { takeBack: ReactNode }) {
  const { conversation, touched, takeBack } = props;
  // What the server may still refuse must not be posted.
  const isTaken = !touched.all[conversation.id]?.wish;
  const { replyUrl, reply, suggestedReply, trackedLink } = conversation;
  const text = reply ?? suggestedReply;
  const words = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const target = readWebAddress(replyUrl);

  async function copyAndOpen() {
    const isCopied = await copyText(text, words.current);
    setCopied(isCopied);
    // Opened only once the text is at hand: a new tab takes the focus that copying needs.
    if (isCopied && target) window.open(target.href, '_blank', 'noopener,noreferrer');
  }

  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 rounded-s bg-muted px-3 py-3">
      <p
        ref={words}
        tabIndex={-1}
        dir="auto"
        className="whitespace-pre-wrap text-soft outline-none wrap-anywhere"
      >
        {text}
      </p>
      {text.includes(trackedLink) ? <LocalLinkNote address={trackedLink} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={!isTaken} onClick={() => void copyAndOpen()}>
          Copy and open
        </Button>
        {isTaken ? <OutsideLink address={replyUrl}>Open without copying</OutsideLink> : null}
        {takeBack}
      </div>
      <p role="status" className="text-meta text-soft empty:absolute">
        {copied === true ? copiedWords : null}
        {copied === false ? 'The text is selected: copy it with Ctrl+C or ⌘C, then open the post.' : null}
      </p>
      {isTaken ? <PostedForm {...props} action="I posted it" /> : null}
    </div>
  );
}

// A browser that holds back the tab does not say so.
const copiedWords =
  'Copied. Paste it in the tab that has opened, and post it there. If no tab opened, use the link.';
