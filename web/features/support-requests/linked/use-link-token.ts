import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mail's link, in the part of the address that no server is told. It leaves even that at once, so that
 * nobody shares it with the page, and stays with this entry of the browser's history, so that a reload still knows it.
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
