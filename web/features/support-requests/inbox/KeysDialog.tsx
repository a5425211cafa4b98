import { Switch } from '#web/ui/controls/Switch.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

type KeysDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** The keys of the inbox; they can be switched off for people whose software types for them. */
export function KeysDialog({ open, onOpenChange, isOn, onSwitch }: KeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard keys" size="s">
      <dl className="mb-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {keys.map(([key, effect]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt>
              <kbd className="inline-block min-w-7 rounded-s bg-muted px-2 py-0.5 text-center font-medium">
                {key}
              </kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use these keys"
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
    </Dialog>
  );
}

const keys = [
  ['j', 'Next request'],
  ['k', 'Previous request'],
  ['Enter', 'Open it'],
  ['r', 'Reply to an open request'],
  ['e', 'Resolve it'],
  ['?', 'This list'],
] as const;
