import type { ReactNode } from 'react';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

export function PostingCard({ children }: { children: ReactNode }) {
  return (
    <Card aria-label="Automated Posting Settings">
      <CardHeader title="Automated Posting Settings" />
      {children}
    </Card>
  );
}

export function SettingsSkeleton() {
  return (
    <Loading label="Loading your campaigns" className="mt-4">
      <div className="grid gap-3">
        <Skeleton className="h-8 w-56 max-w-full" />
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-8 w-32" />
      </div>
    </Loading>
  );
}
