import { ToasterOnDemand } from '#web/ui/overlays/ToasterOnDemand.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './SessionProvider.tsx';
import { Shell } from './Shell.tsx';

/** Everything below the router, which differs between the browser and the build's own rendering of `/`. */
export function App({ isVisitor }: { isVisitor: boolean }) {
  return (
    <>
      <SessionProvider isVisitor={isVisitor}>
        <Shell>
          <AppRoutes />
        </Shell>
      </SessionProvider>
      <ToasterOnDemand />
    </>
  );
}
