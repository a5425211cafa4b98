import { AppError } from '#server/app-error.ts';
import type { CheckoutSession, Payments } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Hear } from './hearing.ts';
import { available } from './subscription-switch.ts';
import { wordOfSession } from './word.ts';

type Looked = { plan: Plan; session: CheckoutSession };
type Settings = { payments: Payments; hear: Hear; now: () => Date };

/**
 * What the provider says of a session of one user, and the plan that follows. Tabs and impatient people ask at the same
 * time: one question to the provider answers them all.
 */
export function sessionLook({ payments, hear, now }: Settings) {
  async function look(userId: string, sessionId: string): Promise<Looked> {
    const found: { session?: CheckoutSession } = {};
    const plan = await hear(async () => {
      const session = await available(payments.retrieveSession(sessionId));
      if (session?.userId !== userId) throw new AppError('payment_session_unknown');
      found.session = session;
      return wordOfSession(session, now());
    });
    if (!plan || !found.session) throw new AppError('sync_refused');
    return { plan, session: found.session };
  }

  const looks = new Map<string, Promise<Looked>>();
  return (userId: string, sessionId: string): Promise<Looked> => {
    const key = JSON.stringify([userId, sessionId]);
    const going = looks.get(key) ?? look(userId, sessionId).finally(() => looks.delete(key));
    looks.set(key, going);
    return going;
  };
}
