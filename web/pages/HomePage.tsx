import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PricingSection } from '#web/features/billing/PricingSection.tsx';
import { DemoDialogOnDemand } from '#web/features/contact/DemoDialogOnDemand.tsx';
import { Closing } from '#web/features/landing/Closing.tsx';
import { Hero } from '#web/features/landing/Hero.tsx';
import { Marquee } from '#web/features/landing/Marquee.tsx';
import { PrerenderedSections } from '#web/features/landing/PrerenderedSections.tsx';
import { useSession } from '#web/identity/session.ts';
import { loadToaster } from '#web/ui/overlays/ToasterOnDemand.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { AccountUnreachable } from './AccountUnreachable.tsx';
import { DashboardSkeleton } from './suite/dashboard/DashboardSkeleton.tsx';

const loadDashboard = () => Promise.all([import('./suite/dashboard/DashboardPage.tsx'), loadToaster()]);
const HomeDashboard = lazy(() => loadDashboard().then(([m]) => ({ default: m.HomeDashboard })));

/** The dashboard for a signed-in person, the landing page for visitors (specification 2). */
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
      // An unknown visitor was most likely signed in: the landing page must not flash.
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

/** Page of visitors at `/`. The build renders it to HTML, so it must not need a browser to be drawn. */
function LandingPage() {
  useTitle();
  const { openSignIn } = useSession();
  const [asksForDemo, setAsksForDemo] = useState(false);
  const { search } = useLocation();
  const navigate = useNavigate();
  const signUp = () => openSignIn('sign-up');
  /** With the dashboard's own `search`; for #pricing it would ask again, over the plan that was chosen. */
  function signUpFor(wanted: string) {
    navigate({ search: wanted, hash: '' }, { replace: true });
    signUp();
  }
  const ideaBox = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Hero
        field={ideaBox}
        onStart={signUp}
        onBookDemo={() => setAsksForDemo(true)}
        onFullPlan={() => signUpFor('modal=showValidationModal')}
      />
      <Marquee />
      <PrerenderedSections />
      <div id="pricing" className="border-t border-line">
        <div className="mx-auto max-w-5xl px-4 py-16 sm:px-6 lg:py-20">
          <PricingSection onSignUp={() => signUpFor(search)} />
        </div>
      </div>
      <Closing onTypeIdea={() => ideaBox.current?.focus()} />
      <DemoDialogOnDemand open={asksForDemo} onClose={() => setAsksForDemo(false)} />
    </>
  );
}
