import { lazy, Suspense, useEffect } from 'react';
import { isAccountRemembered } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { LandingPage } from './LandingPage.tsx';
import { DashboardSkeleton } from './suite/DashboardSkeleton.tsx';

const loadDashboard = () => import('./suite/DashboardPage.tsx');
const DashboardPage = lazy(() => loadDashboard().then((m) => ({ default: m.DashboardPage })));

/** The dashboard for whoever is signed in, the landing page for visitors. */
export function HomePage() {
  const { status } = useSession();
  if (status === 'signed-in') {
    return (
      <Suspense fallback={<DashboardSkeleton />}>
        <DashboardPage />
      </Suspense>
    );
  }
  // Whoever was here before most likely still is: the landing page must not flash at them.
  return status === 'loading' && isAccountRemembered() ? <Waiting /> : <LandingPage />;
}

function Waiting() {
  useEffect(() => {
    // Fetched while the server is asked who this is; if it fails, the page itself says so.
    loadDashboard().catch(() => {});
  }, []);
  return <DashboardSkeleton />;
}
