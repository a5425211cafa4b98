import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

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
