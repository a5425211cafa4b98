import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useSession } from '#web/identity/session.ts';
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx';
import { DashboardPage } from './dashboard/DashboardPage.tsx';
import { DashboardSkeleton } from './dashboard/DashboardSkeleton.tsx';

const InboxPage = lazy(() => import('./InboxPage.tsx').then((m) => ({ default: m.InboxPage })));
const InboxRequestPage = lazy(() =>
  import('./InboxRequestPage.tsx').then((m) => ({ default: m.InboxRequestPage })),
);
const SecondFactorFirst = lazy(() =>
  import('./SecondFactorFirst.tsx').then((m) => ({ default: m.SecondFactorFirst })),
);
const RequestPage = lazy(() => import('./RequestPage.tsx').then((m) => ({ default: m.RequestPage })));
const IdeaTrailPage = lazy(() => import('./IdeaTrailPage.tsx').then((m) => ({ default: m.IdeaTrailPage })));

const HistoryPage = lazy(() => import('./HistoryPage.tsx').then((m) => ({ default: m.HistoryPage })));
const BillingPage = lazy(() => import('./BillingPage.tsx').then((m) => ({ default: m.BillingPage })));

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
      <Route
        path="history"
        element={
          <Suspense fallback={<DashboardSkeleton />}>
            <HistoryPage />
          </Suspense>
        }
      />
      <Route
        path="billing"
        element={
          <Suspense fallback={<DashboardSkeleton />}>
            <BillingPage />
          </Suspense>
        }
      />
      <Route
        path="requests/:id"
        element={
          <Suspense fallback={<DashboardSkeleton />}>
            <RequestPage />
          </Suspense>
        }
      />
      <Route path="inbox" element={<ForAgents page={<InboxPage />} />} />
      <Route path="inbox/:id" element={<ForAgents page={<InboxRequestPage />} />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** Hides the page from everybody else: not even its code is fetched. */
function ForAgents({ page }: { page: ReactNode }) {
  const { user } = useSession();
  if (!user?.supportAgent && !user?.needsSecondFactor) return <NotFoundPage />;
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      {user.needsSecondFactor ? <SecondFactorFirst user={user} /> : page}
    </Suspense>
  );
}

/** The dashboard is `/` after signing in, so what its address asked for stays in it; other pages are come back to. */
function ToSignIn() {
  const { pathname, search, hash } = useLocation();
  const next = new URLSearchParams({ next: pathname + search + hash }).toString();
  return (
    <Routes>
      <Route index element={<AskToSignIn search={search} />} />
      <Route path="dashboard" element={<AskToSignIn search={search} />} />
      <Route path="*" element={<AskToSignIn search={next} />} />
    </Routes>
  );
}

function AskToSignIn({ search }: { search: string }) {
  const params = new URLSearchParams(search);
  params.set('signIn', '1');
  return <Navigate to={{ pathname: '/', search: params.toString() }} replace />;
}
