import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '#web/identity/session.ts';
import { AccountUnreachable } from './AccountUnreachable.tsx';
import { LandingPage } from './LandingPage.tsx';
import { DashboardSkeleton } from './suite/DashboardSkeleton.tsx';

const loadDashboard = () => import('./suite/HomeDashboard.tsx');
const HomeDashboard = lazy(() => loadDashboard().then((m) => ({ default: m.HomeDashboard })));

/** The dashboard for whoever is signed in, the landing page for visitors (specification 2). */
export function HomePage() {
  const { status } = useSession();
  switch (status) {
    case 'signed-in':
      return (
        <Suspense fallback={<DashboardSkeleton />}>
          <HomeDashboard />
        </Suspense>
      );
    case 'signed-out':
      return <LandingPage />;
    case 'unreachable':
      return <AccountUnreachable />;
    case 'loading':
      // Who is asked about was most likely signed in: the landing page must not flash at them.
      return <Waiting />;
  }
}

function Waiting() {
  useEffect(() => {
    // Fetched while the server is asked who this is; if it fails, the page itself says so.
    loadDashboard().catch(() => {});
  }, []);
  return <DashboardSkeleton />;
}
