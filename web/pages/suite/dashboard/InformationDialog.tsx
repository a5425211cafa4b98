import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

/** Says plainly that Startup Social is not open yet. */
export function InformationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="s"
      title="Information"
      footer={
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      <p className="text-soft">
        Startup Social is in beta and not open yet. Momentum Circles, Capital Points and a Daily Challenge are
        planned.
      </p>
    </Dialog>
  );
}
