import type { PaidPlan } from '#shared/contracts/billing.ts';
import { prices as amounts } from '#shared/rules/billing/prices.ts';
import type { Payments } from './port.ts';

export type SalesConfig = {
  secretKey: string;
  prices: Payments['prices'];
  /** The plan of a price that was sold here before; null for any other price. */
  findSoldPlan: (priceId: string) => Promise<PaidPlan | null>;
  /** Reports an object that grants nothing, with its id. */
  onRefused: (reason: string) => void;
};

type Amount = { amount: number | null | undefined; currency: string | null | undefined };

/** Compares what Stripe holds with what is sold here, before it grants anything. */
export type Sales = {
  /** @returns null for a price that was never sold here. */
  findPlan(priceId: string): Promise<PaidPlan | null>;
  /** False, with a report, for an object of the other mode. Objects without a mode pass. */
  hasOurMode(object: { id: string; livemode?: boolean | undefined }): boolean;
  /** False, with a report, unless it is the plan's price in US dollars. */
  isFullPrice(id: string, plan: PaidPlan, paid: Amount): boolean;
  refuse(id: string, reason: string): void;
};

export function stripeSales({ secretKey, prices, findSoldPlan, onRefused }: SalesConfig): Sales {
  const isLive = isLiveKey(secretKey);
  const refuse: Sales['refuse'] = (id, reason) => onRefused(`${id} grants nothing: ${reason}`);
  return {
    refuse,
    async findPlan(priceId) {
      if (priceId === prices.pro) return 'pro';
      return priceId === prices.developer ? 'developer' : findSoldPlan(priceId);
    },
    hasOurMode({ id, livemode = isLive }) {
      if (livemode !== isLive) refuse(id, `livemode is ${livemode}, which the secret key is not`);
      return livemode === isLive;
    },
    isFullPrice(id, plan, paid) {
      const isFull = costs(plan, paid);
      if (!isFull) refuse(id, `${paid.amount} ${paid.currency} is not the price of ${plan}`);
      return isFull;
    },
  };
}

export function isLiveKey(secretKey: string): boolean {
  return !/^[sr]k_test_/.test(secretKey);
}

export function costs(plan: PaidPlan, { amount, currency }: Amount): boolean {
  return amount === amounts[plan].dollars * 100 && currency?.toLowerCase() === 'usd';
}
