import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Token of a mail's link, from the part of the address that is never sent to a server. It leaves the address at once,
 * so that sharing the page doesn't share it. The browser's history keeps it for a reload.
 */
export function useLinkToken(): string {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const arrived = new URLSearchParams(hash.slice(1)).get('token');
  const take = useEffectEvent(() => navigate({ search }, { replace: true, state: { token: arrived } }));
  const hasArrived = arrived !== null;
  useEffect(() => {
    if (hasArrived) void take();
  }, [hasArrived]);
  return arrived ?? (typeof state?.token === 'string' ? state.token : '');
}
