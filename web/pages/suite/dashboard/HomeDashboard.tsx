import { QueryProvider } from '#web/api/QueryProvider.tsx';
import { DashboardPage } from './DashboardPage.tsx';

/** The dashboard at `/`, which unlike every other address comes without a cache around it. */
export function HomeDashboard() {
  return (
    <QueryProvider>
      <DashboardPage />
    </QueryProvider>
  );
}
