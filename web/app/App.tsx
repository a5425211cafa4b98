import { useLocation } from 'react-router';
import { ToasterOnDemand } from '#web/ui/overlays/ToasterOnDemand.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './SessionProvider.tsx';
import { Shell } from './Shell.tsx';

/** Everything below the router, which differs between the browser and the build's own rendering of `/`. */
export function App({ isVisitor }: { isVisitor: boolean }) {
  const { pathname } = useLocation();
  return (
    // A page that breaks is caught by the shell; this catches the shell itself, which would leave a blank page.
    <CrashBoundary place={pathname}>
      <SessionProvider isVisitor={isVisitor}>
        <Shell>
          <AppRoutes />
        </Shell>
      </SessionProvider>
      <ToasterOnDemand />
    </CrashBoundary>
  );
}
