import type { AnswerSla } from '#shared/contracts/support-requests.ts';
import type { MessageKind } from './use-inbox-request.ts';

export type ComposerTexts = {
  kind: MessageKind;
  name: string;
  label: (customer: string) => string;
  /** Effect of sending it. */
  help: (promise: AnswerSla) => string;
  button: string;
  busyText: string;
  /** Each has a colour of its own, so that no one takes one for another. */
  look: string;
};

const byMail = 'The customer gets it by e-mail too, unless they switched these mails off.';

const reply: ComposerTexts = {
  kind: 'reply',
  name: 'Reply',
  label: (customer) => `Reply to ${customer}`,
  help: ({ state }) => (state === 'running' || state === 'paused' ? `${byMail} It stops the clock.` : byMail),
  button: 'Send reply to customer',
  busyText: 'Sending reply...',
  look: 'bg-card inset-ring inset-ring-edge',
};

const question: ComposerTexts = {
  kind: 'question',
  name: 'Ask the customer',
  label: (customer) => `Question for ${customer}`,
  help({ state }) {
    if (state === 'running') return `${byMail} The clock stands still until they answer.`;
    return state === 'paused' ? `${byMail} The clock stands still already.` : byMail;
  },
  button: 'Send question to customer',
  busyText: 'Sending question...',
  look: 'bg-spark-wash inset-ring inset-ring-spark',
};

const note: ComposerTexts = {
  kind: 'note',
  name: 'Internal note',
  label: () => 'Internal note, only for agents',
  help: () => 'The customer never sees it.',
  button: 'Save internal note',
  busyText: 'Saving note...',
  look: 'bg-warn-wash outline-2 outline-dashed outline-warn',
};

export const composerModes = [reply, question, note] as const;
