import Undo2 from 'lucide-react/icons/undo-2';
import { Button } from '#web/ui/Button.tsx';

export function TakeBack({ onTakeBack }: { onTakeBack: () => void }) {
  return (
    <Button variant="quiet" icon={<Undo2 size={16} aria-hidden="true" />} onClick={onTakeBack}>
      Take back
    </Button>
  );
}
