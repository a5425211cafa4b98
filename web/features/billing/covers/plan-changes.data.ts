import { planNames } from '#shared/rules/billing/prices.ts';

const { free, pro, developer } = planNames;

/** Effects of a plan change, as the server decides them. */
export const planChanges: { title: string; text: string }[] = [
  {
    title: 'You upgrade',
    text: `The new plan works as soon as the payment is confirmed. Requests that you sent before keep the answer time that they were promised; new ones get the new plan’s. A request that you sent on the ${free} is not counted against the ${pro}.`,
  },
  {
    title: 'You cancel',
    text: `The ${developer} stays until the end of the month that is paid, and you can take the cancellation back until then. After that your plan is the ${pro} if you ever bought it, and the ${free} if not.`,
  },
  {
    title: 'A plan ends',
    text: `The ${pro} does not end. A subscription ends when you canceled it, or when it could not be charged for good. Your plan is then what is left, as above.`,
  },
  {
    title: 'A card fails',
    text: `The ${developer} stays while the payment provider tries again, for at most 30 days after the last month that was paid. You get a mail and can change the card under Plan and payments. If every try fails, the subscription ends.`,
  },
  {
    title: 'A payment is refunded whole',
    text: 'What it paid for ends at once, and your plan is what is left. A subscription goes on with its next month unless it is canceled too.',
  },
  { title: 'A payment is refunded in part', text: 'Your plan stays as it is.' },
  {
    title: 'A payment is disputed',
    text: 'What it paid for does not count from the day your bank tells the payment provider, and your plan is what is left. If the dispute ends in our favour, it counts again.',
  },
];

/** Effects of a plan's end on things made on it. */
export const savedThings: { name: string; text: string }[] = [
  {
    name: 'Support requests',
    text: 'Each one stays with its thread. Open ones are answered in the time they were promised, and you can go on writing in them. New ones follow the plan that you have then.',
  },
  {
    name: 'Validation plans and surveys',
    text: 'They become read-only: you can open, copy, download and share them. Their links go on taking answers, and verdicts go on counting them. Changing a plan or its survey needs a plan that has Validating & Prototyping.',
  },
  {
    name: 'Build prompts',
    text: 'They become read-only: you can open, copy and download each one and all its rewrites. Writing a new one needs a plan that has Proof of Concept.',
  },
  { name: 'Ideation sessions', text: 'Nothing changes: every plan has Startup Ideation.' },
  {
    name: 'Campaigns',
    text: 'They become read-only: listening pauses, and a reply that waits to be sent goes on waiting. Nothing is deleted, you can reject what waits for you, and you can unlink accounts. Links in replies that are posted go on working and counting. With a plan that has Launch you resume each campaign yourself.',
  },
];
