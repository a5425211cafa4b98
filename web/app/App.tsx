import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { queryClient } from '#web/api/query-client.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './SessionProvider.tsx';
import { Shell } from './Shell.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <SessionProvider>
          <Shell>
            <AppRoutes />
          </Shell>
        </SessionProvider>
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>
  );
}
