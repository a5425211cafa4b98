import { Dialog } from '#web/ui/Dialog.tsx';
import { DemoForm } from './DemoForm.tsx';
import { useDemo } from './use-demo.ts';

export type DemoDialogProps = { open: boolean; onClose: () => void };

/** Asks for a time; what is typed stays when it is closed. Needs no provider around it. */
export function DemoDialog({ open, onClose }: DemoDialogProps) {
  const demo = useDemo(onClose);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="s"
      title="Book a Demo"
      description="For half an hour, somebody of our team walks through the product with you. You get a calendar invitation, or another proposal, by e-mail."
    >
      <DemoForm demo={demo} onCancel={onClose} />
    </Dialog>
  );
}
