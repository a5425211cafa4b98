import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type TabsProps<Value extends string> = {
  /** Names the row of tabs for people who can't see it. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
};

/** Only the chosen tab's content is mounted: what is typed in it has to live above. */
export function Tabs<Value extends string>({ label, value, onValueChange, tabs }: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <Radix.List aria-label={label} className="flex gap-1 rounded-[10px] bg-muted p-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="h-7 grow basis-0 rounded-[7px] px-3 font-medium text-soft transition-colors duration-100 hover:text-ink data-[state=active]:bg-lifted data-[state=active]:text-ink data-[state=active]:shadow-card pointer-coarse:h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-4 rounded-s">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
