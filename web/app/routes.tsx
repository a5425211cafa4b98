import { lazy, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { AccountPages } from '#web/pages/AccountUnreachable.tsx';
import { HomePage } from '#web/pages/HomePage.tsx';
import { loadToaster } from '#web/ui/overlays/ToasterOnDemand.tsx';

/** Around every page but `/`, whose first load must not carry the cache. */
const Connected = lazy(async () => {
  const [{ QueryProvider }] = await Promise.all([import('#web/api/QueryProvider.tsx'), loadToaster()]);
  return {
    default: () => (
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    ),
  };
});
const NotFoundPage = lazy(() =>
  import('#web/pages/NotFoundPage.tsx').then((m) => ({ default: m.NotFoundPage })),
);

const FaqPage = lazy(() => import('#web/pages/FaqPage.tsx').then((m) => ({ default: m.FaqPage })));
const SettingsPage = lazy(() =>
  import('#web/pages/SettingsPage.tsx').then((m) => ({ default: m.SettingsPage })),
);
const PlanCoversPage = lazy(() =>
  import('#web/pages/billing/PlanCoversPage.tsx').then((m) => ({ default: m.PlanCoversPage })),
);
const ContactPage = lazy(() =>
  import('#web/pages/ContactPage.tsx').then((m) => ({ default: m.ContactPage })),
);
const StartupSocialPage = lazy(() =>
  import('#web/pages/StartupSocialPage.tsx').then((m) => ({ default: m.StartupSocialPage })),
);
const PaymentSuccessPage = lazy(() =>
  import('#web/pages/billing/PaymentSuccessPage.tsx').then((m) => ({ default: m.PaymentSuccessPage })),
);
const PaymentCancelPage = lazy(() =>
  import('#web/pages/billing/PaymentCancelPage.tsx').then((m) => ({ default: m.PaymentCancelPage })),
);
const SurveyResultsPage = lazy(() =>
  import('#web/pages/survey/SurveyResultsPage.tsx').then((m) => ({ default: m.SurveyResultsPage })),
);
const SurveyAnswersPage = lazy(() =>
  import('#web/pages/survey/SurveyAnswersPage.tsx').then((m) => ({ default: m.SurveyAnswersPage })),
);
const SupportAnswerPage = lazy(() =>
  import('#web/pages/SupportAnswerPage.tsx').then((m) => ({ default: m.SupportAnswerPage })),
);
const HackerNewsLinkPage = lazy(() =>
  import('#web/pages/HackerNewsLinkPage.tsx').then((m) => ({ default: m.HackerNewsLinkPage })),
);
const Suite = lazy(() => import('#web/pages/suite/Suite.tsx').then((m) => ({ default: m.Suite })));

/** Every address of specification 2, except `/survey/{slug}`: that page has an HTML file of its own. */
export function AppRoutes() {
  return (
    <Routes>
      <Route
        path="/"
        element={
          <>
            <HomePage />
            <HydratedSign />
          </>
        }
      />
      <Route element={<Connected />}>
        <Route element={<AccountPages />}>
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/payment-success" element={<PaymentSuccessPage />} />
          <Route path="/survey/:slug/results" element={<SurveyResultsPage />} />
          <Route path="/survey/:slug/answers" element={<SurveyAnswersPage />} />
          <Route path="/hn/link/:nonce" element={<HackerNewsLinkPage />} />
          <Route path="/startup-spark-suite/*" element={<Suite />} />
        </Route>
        <Route path="/ContactUs" element={<ContactPage />} />
        <Route path="/startup-social" element={<StartupSocialPage />} />
        <Route path="/payment-cancel" element={<PaymentCancelPage />} />
        <Route path="/FAQ" element={<FaqPage />} />
        <Route path="/what-your-plan-covers" element={<PlanCoversPage />} />
        <Route path="/results/:token" element={<SurveyResultsPage />} />
        <Route path="/support-answer" element={<SupportAnswerPage />} />
        <Route path="/dashboard" element={<DashboardRedirect />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** Keeps the rest of the address: a `?modal=` or a finished payment must arrive. */
function DashboardRedirect() {
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: '/startup-spark-suite/dashboard', search, hash }} />;
}

/** Lets the script in the prerendered page repeat earlier clicks. */
function HydratedSign() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
  }, []);
  return null;
}
