import { scrollBehavior } from '#web/ui/motion.ts';

/** Leads to Engagement History where the page has it, unless another dialog has come up meanwhile. */
export function showHistory(): void {
  const history = document.getElementById('engagement-history');
  if (!history || document.querySelector('[role="dialog"]')) return;
  history.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
  history.focus({ preventScroll: true });
}
