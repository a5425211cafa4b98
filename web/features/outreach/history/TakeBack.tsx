import Undo2 from 'lucide-react/icons/undo-2';
import { Button } from '#web/ui/Button.tsx';

type TakeBackProps = {
  /** It was changed on this page a moment ago. */
  isUndo: boolean;
  onTakeBack: () => void;
};

export function TakeBack({ isUndo, onTakeBack }: TakeBackProps) {
  return (
    <Button variant="quiet" icon={<Undo2 size={16} aria-hidden="true" />} onClick={onTakeBack}>
      {isUndo ? 'Undo' : 'Take back'}
    </Button>
  );
}
