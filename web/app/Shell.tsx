import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './header/Header.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useRouteFocus } from './use-route-focus.ts';
import { useScrolling } from './use-scrolling.ts';

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useScrolling();
  useRouteFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header />
      {/* At least a screen high: a page that is still loading must not let the footer jump. */}
      <main id="main" tabIndex={-1} className="min-h-dvh grow">
        <CrashBoundary place={pathname}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </CrashBoundary>
      </main>
      <Footer />
    </div>
  );
}

function PageSkeleton() {
  return (
    <Loading label="Loading the page" className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="grid gap-5">
        <Skeleton className="h-8 w-64 max-w-full" />
        <Skeleton className="h-40 w-full rounded-m" />
        <Skeleton className="h-40 w-full rounded-m" />
      </div>
    </Loading>
  );
}
