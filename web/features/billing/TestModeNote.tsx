import { useConfig } from '#web/api/config.ts';

/** Says that no money moves, where that is so; nothing anywhere else. */
export function TestModeNote({ className }: { className?: string }) {
  const { data: config } = useConfig();
  if (config?.payments === 'embedded')
    return (
      <p className={className}>
        Payments on this site are in test mode: no card is asked for and no money moves.
      </p>
    );
  if (!config?.stripePublishableKey?.startsWith('pk_test_')) return null;
  return (
    <p className={className}>
      Stripe is in test mode on this site: only its test cards work and no money moves.
    </p>
  );
}
