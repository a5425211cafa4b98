import { PricingSection } from '#web/features/billing/PricingSection.tsx';
import { usePlanReread } from '#web/features/billing/use-plan-reread.ts';
import { DevSupport } from '#web/features/landing/DevSupport.tsx';
import { Hero } from '#web/features/landing/Hero.tsx';
import { HowItWorks } from '#web/features/landing/HowItWorks.tsx';
import { useSession } from '#web/identity/session.ts';
import { useTitle } from '#web/ui/use-title.ts';

/** What visitors see at `/`. */
export function LandingPage() {
  useTitle();
  const { openSignIn } = useSession();
  const reread = usePlanReread();
  const signUp = () => openSignIn('sign-up');
  return (
    <>
      <Hero onStart={signUp} />
      <HowItWorks />
      <DevSupport />
      <div id="pricing" className="mx-auto max-w-5xl px-4 py-16 sm:px-6">
        <PricingSection onSignUp={signUp} onPlanSubscribed={reread} />
      </div>
    </>
  );
}
