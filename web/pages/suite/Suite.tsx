import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useSession } from '#web/identity/session.ts';
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';

const IdeaTrailPage = lazy(() => import('./IdeaTrailPage.tsx').then((m) => ({ default: m.IdeaTrailPage })));

/** Everything under `/startup-spark-suite/`, for people who are signed in. */
export function Suite() {
  const { status } = useSession();
  if (status === 'loading') return <DashboardSkeleton />;
  if (status === 'signed-out') return <ToSignIn />;
  return (
    <Routes>
      <Route index element={<Navigate to="dashboard" replace />} />
      <Route path="dashboard" element={<DashboardPage />} />
      <Route
        path="ideas/:id"
        element={
          <Suspense fallback={<DashboardSkeleton />}>
            <IdeaTrailPage />
          </Suspense>
        }
      />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** What the address asked for stays in it: `/` is the dashboard after signing in. */
function ToSignIn() {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('signIn', '1');
  return <Navigate to={{ pathname: '/', search: params.toString() }} replace />;
}
