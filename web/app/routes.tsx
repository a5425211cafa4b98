import { lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { HomePage } from '#web/pages/HomePage.tsx';
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx';

const FaqPage = lazy(() => import('#web/pages/FaqPage.tsx').then((m) => ({ default: m.FaqPage })));
const SettingsPage = lazy(() =>
  import('#web/pages/SettingsPage.tsx').then((m) => ({ default: m.SettingsPage })),
);
const NotOpenYetPage = lazy(() =>
  import('#web/pages/NotOpenYetPage.tsx').then((m) => ({ default: m.NotOpenYetPage })),
);
const PaymentSuccessPage = lazy(() =>
  import('#web/pages/PaymentSuccessPage.tsx').then((m) => ({ default: m.PaymentSuccessPage })),
);
const PaymentCancelPage = lazy(() =>
  import('#web/pages/PaymentCancelPage.tsx').then((m) => ({ default: m.PaymentCancelPage })),
);
const SurveyResultsPage = lazy(() =>
  import('#web/pages/SurveyResultsPage.tsx').then((m) => ({ default: m.SurveyResultsPage })),
);
const Suite = lazy(() => import('#web/pages/suite/Suite.tsx').then((m) => ({ default: m.Suite })));

/** Every address of specification 2, except `/survey/{slug}`: that page has an HTML file of its own. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/ContactUs" element={<NotOpenYetPage name="Contact Us" />} />
      <Route path="/startup-social" element={<NotOpenYetPage name="Startup Social" />} />
      <Route path="/payment-success" element={<PaymentSuccessPage />} />
      <Route path="/payment-cancel" element={<PaymentCancelPage />} />
      <Route path="/FAQ" element={<FaqPage />} />
      <Route path="/survey/:slug/results" element={<SurveyResultsPage />} />
      <Route path="/dashboard" element={<DashboardRedirect />} />
      <Route path="/startup-spark-suite/*" element={<Suite />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** Keeps the rest of the address: a `?modal=` or a finished payment must arrive. */
function DashboardRedirect() {
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: '/startup-spark-suite/dashboard', search, hash }} />;
}
