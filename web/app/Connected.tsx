import { Outlet } from 'react-router';
import { QueryProvider } from '#web/api/QueryProvider.tsx';

/** Around every page but `/`, whose first load must not carry the cache. */
export function Connected() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}
