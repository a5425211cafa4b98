import { useEffect } from 'react';
import { takePreview } from '#web/features/landing/kept-preview.ts';
import { changeWorkspace, readWorkspace } from '#web/features/validation/workspace.ts';

/** Puts the idea of the landing page's preview into the validation dialog; what was there is set aside. */
export function useKeptPreview(userId: string): void {
  useEffect(() => {
    const kept = takePreview();
    if (!kept) return;
    const { idea, aside, open, previous } = readWorkspace(userId);
    changeWorkspace(userId, {
      idea: kept.idea,
      aside: idea.trim() === '' || idea === kept.idea ? aside : idea,
      phrases: kept,
      open: null,
      previous: open ?? previous,
    });
  }, [userId]);
}
