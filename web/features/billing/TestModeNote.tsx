import { useConfig } from '#web/api/config.ts';

/** Says that no money moves, where that is so; nothing anywhere else. */
export function TestModeNote({ className }: { className?: string }) {
  const { data: config } = useConfig();
  if (config?.payments === 'embedded')
    return <p className={className}>Test payments: no card is asked for and no money moves.</p>;
  if (!config?.stripePublishableKey?.startsWith('pk_test_')) return null;
  return <p className={className}>Test payments: only Stripe’s test cards work and no money moves.</p>;
}
