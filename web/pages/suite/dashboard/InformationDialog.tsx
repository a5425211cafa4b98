import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { type InformationTopic, information } from './information.data.ts';

type InformationDialogProps = { topic: InformationTopic; onClose: () => void };

export function InformationDialog({ topic, onClose }: InformationDialogProps) {
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
      <p className="text-soft">{information[topic]}</p>
    </Dialog>
  );
}
