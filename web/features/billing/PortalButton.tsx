import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { useBillingPortal } from './use-billing.ts';

type PortalButtonProps = { children: ReactNode; className?: string };

/** Leads to the payment provider's own page. */
export function PortalButton({ children, className }: PortalButtonProps) {
  const { isLeaving, open } = useBillingPortal();
  return (
    <Button
      busy={isLeaving}
      onClick={() => void open()}
      icon={<ExternalLink size={15} aria-hidden="true" />}
      className={className}
    >
      {children}
    </Button>
  );
}
