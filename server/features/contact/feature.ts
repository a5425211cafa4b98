import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import * as contract from '#shared/contracts/contact.ts';
import {
  type ContactDeps,
  deliverMessage,
  deliverMessageQueue,
  requestDemo,
  sendMessage,
} from './contact.ts';

type ContactFeatureDeps = Omit<ContactDeps, 'limit' | 'now'> & { limits: Limits; now: () => number };

/** Messages and demo requests of visitors. */
export async function contactFeature(feature: ContactFeatureDeps): Promise<Route[]> {
  const limit = feature.limits('contact', 10, 600, 'too_many_messages');
  const deps = { ...feature, limit, now: () => new Date(feature.now()) };
  await feature.tasks.work(
    deliverMessageQueue,
    ({ id }, _signal, isLastTry) => deliverMessage(deps, id, isLastTry),
    mailWork,
  );
  return [
    handle(
      contract.sendEmail,
      ({ body, context }) => sendMessage(deps, body, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
    handle(
      contract.requestDemo,
      ({ body, context }) => requestDemo(deps, body, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
  ];
}
