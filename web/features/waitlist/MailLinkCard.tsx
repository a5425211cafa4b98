import { Check, Link2Off, MailQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { confirmWaitlist, leaveWaitlist } from '#shared/contracts/waitlist.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Outcome } from '#web/ui/states/Outcome.tsx';

type MailLinkCardProps = {
  link: MailLink;
  /** Help when the link is not known. */
  otherwise: ReactNode;
};

/** Asks before it does what the link is for, because mail scanners open links and run their scripts. */
export function MailLinkCard({ link, otherwise }: MailLinkCardProps) {
  const { answer, send } = useLinkAnswer(link);
  const { title, text, yes, busy, failed } = texts[link.purpose];
  switch (answer.state) {
    case 'done':
      return <Outcome icon={Check} title={answer.notice.title} text={answer.notice.text} takesFocus />;
    case 'invalid':
      return (
        <div className="grid gap-4">
          <Outcome icon={Link2Off} title={answer.notice.title} text={answer.notice.text} takesFocus />
          {otherwise}
        </div>
      );
    case 'failed':
      return (
        <ErrorState title={failed} onRetry={send}>
          {answer.reason}
        </ErrorState>
      );
    default:
      return (
        <Outcome
          icon={MailQuestionMark}
          title={title}
          text={text}
          action={
            <Button variant="primary" busy={answer.state === 'busy'} busyText={busy} onClick={send}>
              {yes}
            </Button>
          }
        />
      );
  }
}

const texts = {
  confirm: {
    title: 'Hear when it opens?',
    text: 'You get one mail when Startup Social opens, and nothing else.',
    yes: 'Yes, tell me when it opens',
    busy: 'Confirming...',
    failed: 'Your address is not confirmed yet',
  },
  unsubscribe: {
    title: 'Leave the list?',
    text: 'You get no mail about Startup Social.',
    yes: 'Unsubscribe',
    busy: 'Unsubscribing...',
    failed: 'Your address is still on the list',
  },
};

type LinkAnswer =
  | { state: 'idle' | 'busy' }
  | { state: 'done' | 'invalid'; notice: Message }
  | { state: 'failed'; reason: string };

const kinds = {
  confirm: { endpoint: confirmWaitlist, code: 'waitlist_confirmed' },
  unsubscribe: { endpoint: leaveWaitlist, code: 'waitlist_left' },
} as const;

// A link that was cut or written by hand is not even a request.
const unknownCodes: MessageCode[] = ['waitlist_link_invalid', 'body_invalid'];

/** Runs the action of the link, once at a time. */
function useLinkAnswer({ purpose, token }: MailLink) {
  const [answer, setAnswer] = useState<LinkAnswer>({ state: 'idle' });
  const busy = useRef(false);

  async function send() {
    if (busy.current) return;
    busy.current = true;
    setAnswer({ state: 'busy' });
    const { endpoint, code } = kinds[purpose];
    try {
      const { email } = await call(endpoint, { body: { token } });
      const notice = message(code, { email });
      showToast(notice);
      setAnswer({ state: 'done', notice });
    } catch (error) {
      fail(error);
    } finally {
      busy.current = false;
    }
  }

  function fail(error: unknown) {
    const { notice, reason, code } = readFailure(error, 'waitlist_failed');
    const invalid = code && unknownCodes.includes(code) ? message('waitlist_link_invalid') : undefined;
    showToast(invalid ?? notice);
    setAnswer(invalid ? { state: 'invalid', notice: invalid } : { state: 'failed', reason });
  }

  return { answer, send };
}

/** Purpose of a link in a mail. */
export type MailLink = { purpose: 'confirm' | 'unsubscribe'; token: string };

const purposes = ['confirm', 'unsubscribe'] as const;

/** Takes `?confirm=` or `?unsubscribe=` out of the address at once, so that the token is not shared with it. */
export function useMailLink(): MailLink | undefined {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const arrived = readLink(search);
  const [link, setLink] = useState(arrived);

  const take = useEffectEvent(() => {
    setLink(arrived);
    const params = new URLSearchParams(search);
    for (const name of purposes) params.delete(name);
    navigate({ search: params.toString(), hash }, { replace: true });
  });
  const hasArrived = arrived !== undefined;
  useEffect(() => {
    if (hasArrived) take();
  }, [hasArrived]);

  return link;
}

function readLink(search: string): MailLink | undefined {
  const params = new URLSearchParams(search);
  const purpose = purposes.find((name) => params.has(name));
  return purpose && { purpose, token: params.get(purpose) ?? '' };
}
