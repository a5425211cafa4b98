import type { ReactNode } from 'react';
import { Card } from '#web/ui/Card.tsx';

/** Can be led to by its address, and takes the focus of whoever has started a campaign. */
export function HistoryCard({ children }: { children: ReactNode }) {
  return (
    <Card
      id="engagement-history"
      aria-labelledby="history-title"
      tabIndex={-1}
      className="scroll-mt-4 p-0! outline-none sm:p-0!"
    >
      {children}
    </Card>
  );
}
