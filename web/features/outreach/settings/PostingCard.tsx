import type { ReactNode } from 'react';
import { Card, CardHeader } from '#web/ui/Card.tsx';

export function PostingCard({ children }: { children: ReactNode }) {
  return (
    <Card aria-label="Automated Posting Settings">
      <CardHeader title="Automated Posting Settings" />
      {children}
    </Card>
  );
}
