import { openAgent } from '#e2e/harness/agents.ts';
import { type Account, call, openAccount } from '#e2e/harness/api.ts';
import { newPerson } from '#e2e/harness/person.ts';
import type { Product } from '#e2e/harness/product.ts';
import {
  answerPath,
  answerRequest,
  awaitBrokenPromise,
  letHoursPass,
  seedAttachments,
  seedRequest,
  workOn,
} from './seed-support.ts';

/** Everything that the screens of support requests and plans show. */
export type SupportWorld = {
  /** Has the pro plan and a request in every state. */
  customer: Account;
  /** Has used up the free request. */
  limited: Account;
  /** Has the developer plan, and has canceled it. */
  developer: Account;
  /** Works on requests. */
  agent: Account;
  /** Could work on requests, and has claimed none. */
  idleAgent: Account;
  requests: {
    /** Has attachments; nobody has begun with it. */
    running: string;
    waiting: string;
    late: string;
    resolved: string;
    /** The agent has answered it in time, with a note beside it; its customer has written since. */
    answered: string;
  };
  /** Where the mails about the waiting one lead. */
  answerPath: string;
};

export async function makeSupportWorld(product: Product): Promise<SupportWorld> {
  const { url } = product;
  const customer = await openAccount(url, 'pro', newPerson('Cleo Customer'));
  const limited = await openAccount(url, 'free', newPerson('Lee Limited'));
  const developer = await openAccount(url, 'developer', newPerson('Dana Developer'));
  const agent = await openAgent(url, 'grace');
  const idleAgent = await openAgent(url, 'linus');
  const late = await makeLate(product, customer);
  const resolved = await makeResolved(url, customer, agent);
  const waiting = await makeWaiting(url, customer, agent);
  const attachmentIds = (await seedAttachments(url, customer)).map(({ id }) => id);
  const running = await seedRequest(url, customer, {
    requestTitle: 'The checkout says nothing after paying',
    issueDescriptions: [
      'I pressed Pay with a real card. The button turned grey and nothing came, no mail either.',
      'The second try was charged twice, says my bank.',
    ],
    attachmentIds,
  });
  await seedRequest(url, limited, {
    appName: 'Bread Planner',
    appUrl: '',
    requestTitle: 'How do I get it off the test address?',
  });
  const answered = await makeAnswered(url, developer, agent);
  await call(url, '/api/billing/cancel', { token: developer.token });
  return {
    customer,
    limited,
    developer,
    agent,
    idleAgent,
    requests: { running: running.id, waiting, late, resolved, answered },
    answerPath: await answerPath(product, waiting),
  };
}

async function makeLate(product: Product, customer: Account): Promise<string> {
  const { id } = await seedRequest(product.url, customer, {
    requestTitle: 'Pictures from phones come out sideways',
    issueDescriptions: ['Every photo of a receipt that was taken upright lies on its side.'],
  });
  await letHoursPass(product, id, 27);
  await awaitBrokenPromise(product, customer, id);
  return id;
}

async function makeResolved(url: string, customer: Account, agent: Account): Promise<string> {
  const { id } = await seedRequest(url, customer, {
    requestTitle: 'Reminders arrive at night',
    issueDescriptions: ['My clients are reminded at three in the morning. One of them complained.'],
  });
  const work = workOn(url, agent, id);
  await work.claim();
  await work.reply(
    'The server counts in UTC. I have set your time zone in the settings of the schedule: please look at the next reminder.',
  );
  await answerRequest(url, customer, id, 'The next one came at nine. Thank you!');
  await work.resolve();
  return id;
}

async function makeWaiting(url: string, customer: Account, agent: Account): Promise<string> {
  const { id } = await seedRequest(url, customer);
  const work = workOn(url, agent, id);
  await work.claim();
  await work.ask(
    'Which builder made the login page, and does https://invoice-chaser.example/login show anything in its console?',
  );
  return id;
}

async function makeAnswered(url: string, developer: Account, agent: Account): Promise<string> {
  const { id } = await seedRequest(url, developer, {
    appName: 'Freezer List',
    appUrl: '',
    requestTitle: 'The shared list forgets what others add',
    issueDescriptions: ['Two of us add things at once, and one of them is gone a minute later.'],
  });
  const work = workOn(url, agent, id);
  await work.claim();
  await work.note('The builder saves the whole list each time. Same cause as with the bakery last week.');
  await work.reply(
    'Each phone sends the whole list, so the last one wins. Can you open the data tab for me?',
  );
  await answerRequest(url, developer, id, 'It is open now. The table is called items.');
  return id;
}
