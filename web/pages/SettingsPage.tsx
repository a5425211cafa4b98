import { Settings } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function SettingsPage() {
  useTitle('Settings');
  return (
    <div className="mx-auto max-w-3xl px-4 py-8 sm:px-6">
      <h1 className="text-title">Automated Posting Settings</h1>
      <EmptyState
        icon={Settings}
        title="Create a campaign to manage automated posting settings."
        className="mt-6"
      />
    </div>
  );
}
