import { openAgent } from '#e2e/harness/agents.ts';
import { halfShowing, mostlyShowing } from '#e2e/harness/answerers.ts';
import { type Account, buyPlan, call, openAccount, startCheckout } from '#e2e/harness/api.ts';
import { newPerson } from '#e2e/harness/person.ts';
import type { Product } from '#e2e/harness/product.ts';
import type { ConversationChanges } from '#server/testing/outreach-rows.ts';
import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import {
  answerPath,
  answerRequest,
  awaitOverdueAnswer,
  awaitVerdict,
  invoiceReading,
  letHoursPass,
  type SeededSurvey,
  saveAnswer,
  seedAttachments,
  seedBuildPrompt,
  seedDraft,
  seedIdeation,
  seedRequest,
  seedSurvey,
  submitAnswers,
  workOn,
} from './seed.ts';
import { changeProof, seedAccount, seedCampaign, seedConversation } from './seed-outreach.ts';

/** Everything that the screens show, made once. */
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The idea that pictures show. */
export const pictureIdea = 'A tool that helps freelancers chase unpaid invoices';

export async function makeWorld(product: Product) {
  const [founders, support, outreach] = await Promise.all([
    makeFounders(product.url),
    makeSupport(product),
    makeOutreach(product),
  ]);
  return {
    url: product.url,
    people: { ...founders.people, ...support.people, ...outreach.people },
    surveys: founders.surveys,
    requests: { ...support.requests, ofIdea: founders.ofIdea },
    paths: { ...founders.paths, ...support.paths, ...outreach.paths },
  };
}

async function makeFounders(url: string) {
  const founder = await openAccount(url, 'free', newPerson('Ada Founder'));
  const paidSession = await buyPlan(url, founder, 'pro');
  const people = {
    /** Has the pro plan, a survey that says Go and one that can't tell yet. */
    founder,
    /** Has just signed up. */
    newcomer: await openAccount(url, 'free', newPerson('Noor Newcomer')),
    /** Has more activities than one page of them. */
    prolific: await openAccount(url, 'pro', newPerson('Pat Prolific')),
    /** Has a survey with more than a thousand answers, which say Go. */
    crowd: await openAccount(url, 'pro', newPerson('Cleo Crowd')),
  };
  const { newcomer, prolific, crowd } = people;
  for (let version = 1; version <= 30; version += 1)
    await seedDraft(url, prolific, `${pictureIdea}, version ${version}`);

  const go = await seedSurvey(url, founder, { idea: pictureIdea, reading: invoiceReading });
  const open = await seedSurvey(url, founder, {
    idea: 'An app that helps small bakeries plan how much bread to bake each day',
    reading: {
      who: 'small bakeries',
      solution: 'a plan for each day’s bread',
      question: 'you throw away unsold bread',
      trouble: 'throw away unsold bread',
      language: 'en',
    },
    publicLink: true,
  });
  const crowded = await seedSurvey(url, crowd, { idea: pictureIdea, reading: invoiceReading });
  const unanswered = await seedSurvey(url, founder, {
    idea: 'A map that helps older people find benches with shade',
    reading: {
      who: 'older people',
      trouble: 'find no bench with shade',
      solution: 'a map',
      question: 'you find no bench with shade',
      language: 'en',
    },
  });
  await submitAnswers(url, founder, go, { count: 40, answer: mostlyShowing });
  // Three copies of one answer, which are not counted.
  const copied: typeof mostlyShowing = (question, _, position) => mostlyShowing(question, 1, position);
  await submitAnswers(url, founder, go, { count: 3, answer: copied });
  await submitAnswers(url, founder, open, { count: 3, answer: halfShowing });
  await submitAnswers(url, crowd, crowded, { count: crowdSize, answer: mostlyShowing });

  const finished = await seedIdeation(url, founder, { idea: pictureIdea });
  const begun = await seedIdeation(url, founder, {
    idea: 'An app that helps students in shared flats track what is in the freezer',
    sections: 1,
  });
  const analysis = await awaitVerdict(url, founder, go, 40);
  await seedBuildPrompt(url, founder, { idea: pictureIdea, analysis });
  await awaitVerdict(url, founder, open, 3);
  await awaitVerdict(url, crowd, crowded, crowdSize);
  await askForPasswordMail(url, newcomer);
  const { id: ofIdea } = await seedRequest(url, crowd, {
    requestTitle: 'Reminders reach clients who have paid',
    issueDescriptions: ['Two clients paid by bank transfer on Friday. Both got a reminder on Saturday.'],
    surveySlug: crowded.surveyId,
  });
  return {
    people,
    /** A request about an idea with a plan and a verdict. */
    ofIdea,
    surveys: { go, open, crowded, unanswered },
    paths: {
      checkout: new URL(await startCheckout(url, newcomer, 'pro')).pathname,
      paid: `/payment-success?session_id=${paidSession}`,
      sharedResults: await shareResults(url, founder, go),
      /** Everything was made for its idea. */
      fullTrail: trailPath(finished.trailId),
      /** Its idea has a session with one section. */
      newTrail: trailPath(begun.trailId),
    },
  };
}

const crowdSize = 1_200;

/** Shares the results of a survey, open answers included. */
async function shareResults(url: string, { token }: Account, { surveyId }: SeededSurvey): Promise<string> {
  const body = { days: 30, hidden: [], showsTexts: true };
  const path = `/api/surveys/${surveyId}/results-link`;
  const link = await call<{ token: string }>(url, path, { method: 'PUT', token, body });
  return `/results/${link.token}`;
}

/** Puts a mail into the outbox. */
async function askForPasswordMail(url: string, { email }: Account): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ email });
  await fetch(`${url}/api/auth/request-password-reset`, { method: 'POST', headers, body });
}

async function makeSupport(product: Product) {
  const { url } = product;
  const people = {
    /** Has the pro plan and a request in every state. */
    customer: await openAccount(url, 'pro', newPerson('Cleo Customer')),
    /** Has used up the free request. */
    limited: await openAccount(url, 'free', newPerson('Lee Limited')),
    /** Has the developer plan, and has canceled it. */
    developer: await openAccount(url, 'developer', newPerson('Dana Developer')),
    /** Works on requests. */
    agent: await openAgent(url, 'grace'),
    /** Could work on requests, and has claimed none. */
    idleAgent: await openAgent(url, 'linus'),
  };
  const { customer, limited, developer, agent } = people;
  const late = await seedRequest(url, customer, {
    requestTitle: 'Pictures from phones come out sideways',
    issueDescriptions: ['Every photo of a receipt that was taken upright lies on its side.'],
  });
  await letHoursPass(product, late.id, 27);
  await awaitOverdueAnswer(product, customer, late.id);

  const resolved = await seedRequest(url, customer, {
    requestTitle: 'Reminders arrive at night',
    issueDescriptions: ['My clients are reminded at three in the morning. One of them complained.'],
  });
  const resolving = workOn(url, agent, resolved.id);
  await resolving.claim();
  await resolving.reply(
    'The server counts in UTC. I have set your time zone in the settings of the schedule: please look at the next reminder.',
  );
  await answerRequest(url, customer, resolved.id, 'The next one came at nine. Thank you!');
  await resolving.resolve();

  const waiting = await seedRequest(url, customer);
  const asking = workOn(url, agent, waiting.id);
  await asking.claim();
  await asking.ask(
    'Which builder made the login page, and does https://invoice-chaser.example/login show anything in its console?',
  );

  const attachmentIds = (await seedAttachments(url, customer)).map(({ id }) => id);
  const unclaimed = await seedRequest(url, customer, {
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

  const answered = await seedRequest(url, developer, {
    appName: 'Freezer List',
    appUrl: '',
    requestTitle: 'The shared list forgets what others add',
    issueDescriptions: ['Two of us add things at once, and one of them is gone a minute later.'],
  });
  const answering = workOn(url, agent, answered.id);
  await answering.claim();
  await answering.note(
    'The builder saves the whole list each time. Same cause as with the bakery last week.',
  );
  await answering.reply(
    'Each phone sends the whole list, so the last one wins. Can you open the data tab for me?',
  );
  await answerRequest(
    url,
    developer,
    answered.id,
    'It is open now. The table is called items.',
    await seedAttachments(url, developer),
  );
  await saveAnswer(
    url,
    agent,
    'Ask for the browser console',
    'Please open the page, press F12, choose Console and send me what is red there.',
  );
  await saveAnswer(url, agent, 'Sign in again', 'Please sign out, then in again. Does it still happen?');
  await call(url, '/api/billing/cancel', { token: developer.token });
  return {
    people,
    requests: {
      late: late.id,
      resolved: resolved.id,
      waiting: waiting.id,
      /** Has attachments. */
      unclaimed: unclaimed.id,
      /** Has a note and a reply of the agent, and a message of the customer with files after it. */
      answered: answered.id,
    },
    paths: { supportAnswer: await answerPath(product, waiting.id) },
  };
}

async function makeOutreach(product: Product) {
  const { url } = product;
  const people = {
    /** Has two campaigns, a conversation in every state, and linked accounts. */
    marketer: await openAccount(url, 'developer', newPerson('Mia Marketer')),
    /** May launch, and has not begun. */
    launcher: await openAccount(url, 'developer', newPerson('Lina Launcher')),
    /** Had campaigns, and no longer the plan for them. */
    lapsed: await openAccount(url, 'free', newPerson('Lars Lapsed')),
  };
  const { marketer, lapsed } = people;
  const campaignId = await seedCampaign(product, marketer, {
    sources: sourceReports.map((report) => ({ ...report, askedAt: new Date().toISOString() })),
    autoPost: true,
  });
  await seedCampaign(product, marketer, {
    name: 'Bread Planner',
    keywords: ['bakery', 'bread waste'],
    pausedBecause: 'removals',
  });
  for (const conversation of conversations.toReversed())
    await seedConversation(product, marketer, campaignId, conversation);
  const ended = await seedCampaign(product, lapsed, { pausedBecause: 'plan' });
  await seedConversation(product, lapsed, ended);

  const openLink = async () => {
    const given = { token: marketer.token, body: { campaignId } };
    return new URL((await call<{ loginUrl: string }>(url, '/api/hn/login', given)).loginUrl).pathname;
  };
  const [linkWaiting, linked, linkExpired] = [await openLink(), await openLink(), await openLink()];
  const lemmyAccount = { source: 'lemmy', host: 'lemmy.world', username: 'mia', needsLink: true } as const;
  await seedAccount(product, marketer, lemmyAccount);
  const linkedAccountId = await seedAccount(product, marketer, {
    source: 'hacker-news',
    host: 'news.ycombinator.com',
    username: 'mia_builds',
  });
  await changeProof(product, linked, { linkedAccountId });
  await changeProof(product, linkExpired, { expiresAt: new Date(Date.now() - 3_600_000) });
  return { people, paths: { linkWaiting, linked, linkExpired } };
}

/** One of each outcome. */
export const sourceReports: SourceReport[] = [
  { source: 'hacker-news', host: 'news.ycombinator.com', outcome: 'answered', found: 34, reason: null },
  {
    source: 'stack-exchange',
    host: 'softwarerecs.stackexchange.com',
    outcome: 'cached',
    found: 6,
    reason: null,
  },
  {
    source: 'lemmy',
    host: 'lemmy.world',
    outcome: 'waiting',
    found: 0,
    reason: { code: 'busy' },
  },
  {
    source: 'discourse',
    host: 'forum.example.com',
    outcome: 'failed',
    found: 0,
    reason: { code: 'timed-out' },
  },
];

const reply = 'Agree on two reminders in the contract: then they are expected, and nobody finds them rude.';

export const lemmyDraft = {
  source: 'lemmy',
  host: 'lemmy.world',
  community: 'freelance',
  replyWay: 'account',
  suggestionKind: 'draft',
  draftCuts: [{ sentence: 'Nine of ten clients pay after the second one.', reason: 'figure' }],
  suggestedReply:
    'It helps to agree on the reminders before the work starts: one a week before the date and one on it. Nobody is surprised then, and nobody has to be rude. Disclosure: I built Invoice Chaser.',
} satisfies ConversationChanges;

/** The newest first. */
const conversations: ConversationChanges[] = [
  {},
  {
    ...lemmyDraft,
    title: 'Clients who pay late',
    confidence: 91,
    heldBecause: { code: 'rules-unknown', place: 'lemmy.world' },
  },
  { status: 'READY', reply, title: 'Ask HN: Do reminders work at all?' },
  { ...lemmyDraft, status: 'APPROVED', reply, title: 'How long do you wait before the second reminder?' },
  { ...lemmyDraft, status: 'POSTING', reply, title: 'Late fees or friendly reminders?' },
  {
    ...lemmyDraft,
    status: 'POSTED',
    reply,
    title: 'Third month with a late invoice',
    replyUrl: 'https://lemmy.world/comment/812',
    postStatus: 'present',
    visits: 148,
    signUps: 21,
    surveyAnswers: 17,
    qualifiedAnswers: 11,
  },
  {
    status: 'POSTED',
    reply,
    title: 'Ask HN: What do you use to bill clients?',
    replyUrl: 'https://news.ycombinator.com/item?id=41000812',
    postStatus: 'removed',
    visits: 86,
    signUps: 4,
    surveyAnswers: 3,
    qualifiedAnswers: 1,
  },
  {
    ...lemmyDraft,
    status: 'FAILED',
    reply,
    title: 'Is a deposit rude?',
    outcome: 'closed',
    heldBecause: { code: 'closed', host: 'lemmy.world' },
  },
  {
    ...lemmyDraft,
    status: 'UNCONFIRMED',
    reply,
    title: 'Invoice tools for one person',
    outcome: 'unknown',
    heldBecause: { code: 'answer-lost', host: 'lemmy.world' },
  },
  {
    source: 'stack-exchange',
    host: 'softwarerecs.stackexchange.com',
    community: 'invoicing',
    replyWay: 'none',
    title: 'Invoicing software that sends payment reminders',
  },
  { status: 'REJECTED', title: 'Ask HN: Which bank for a freelancer?', confidence: 58 },
];
