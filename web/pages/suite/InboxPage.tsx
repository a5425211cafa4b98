import { Inbox } from '#web/features/support-requests/inbox/Inbox.tsx';
import { useSession } from '#web/identity/session.ts';
import { useTitle } from '#web/ui/use-title.ts';

/** Every support request, for those who work on them. */
export function InboxPage() {
  const { user } = useSession();
  useTitle('Inbox');
  if (!user) return null;
  return (
    <div className="page-edge max-w-5xl px-4 py-8 sm:px-6">
      <Inbox key={user.id} userId={user.id} />
    </div>
  );
}
