import type { User } from '#shared/contracts/account.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import type { DashboardDialogs } from './use-dashboard-dialogs.ts';

const DashboardModals = dialogOnDemand(() => import('./DashboardModals.tsx').then((m) => m.DashboardModals));

/** The dialogs over the dashboard and the trails, fetched with the first that is opened. */
export function ModalsOnDemand({ user, dialogs }: { user: User; dialogs: DashboardDialogs }) {
  const { dialog, close } = dialogs;
  return <DashboardModals user={user} dialogs={dialogs} open={dialog !== null} onClose={close} />;
}
