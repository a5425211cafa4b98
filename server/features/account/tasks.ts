import type { Mail } from '#server/integrations/mail/port.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { productName } from '#shared/rules/product.ts';

/** Mails the link to set a new password. */
export const sendResetLink: Queue<{ to: string; link: string }> = {
  name: 'send-reset-link',
  onePerKey: false,
};

export async function workAccountTasks(tasks: Tasks, mail: Mail): Promise<void> {
  await tasks.work(sendResetLink, ({ to, link }) =>
    mail.send({
      to,
      subject: `Set a new password for ${productName}`,
      text: [
        `Somebody, hopefully you, asked to set a new password for ${productName}.`,
        `Open this link within one hour to choose it:\n\n${link}`,
        'If it was not you, ignore this message: your password has not changed.',
      ].join('\n\n'),
    }),
  );
}
