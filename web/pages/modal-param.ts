import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Those of the specification, and the coach for the command menu. */
const modals = [
  'jobForm',
  'showIdeationModal',
  'showValidationModal',
  'showPocModal',
  'showAcquisitionModal',
] as const;
export type Modal = (typeof modals)[number];

/** Opens the dialog that `?modal=` names and takes the parameter out of the address (specification 2, Routes). */
export function useModalParam(open: (modal: Modal) => void): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get('modal');

  const answer = useEffectEvent((name: string) => {
    const rest = new URLSearchParams(search);
    rest.delete('modal');
    navigate({ search: rest.toString(), hash }, { replace: true });
    const modal = modals.find((known) => known === name);
    if (modal) open(modal);
  });

  useEffect(() => {
    if (wanted !== null) answer(wanted);
  }, [wanted]);
}
