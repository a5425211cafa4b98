import { openAgent } from '#e2e/harness/agents.ts';
import { halfShowing, mostlyShowing } from '#e2e/harness/answerers.ts';
import { type Account, buyPlan, call, openAccount, startCheckout } from '#e2e/harness/api.ts';
import { newPerson } from '#e2e/harness/person.ts';
import type { Product } from '#e2e/harness/product.ts';
import type { ConversationChanges } from '#server/testing/outreach-rows.ts';
import type { SourceReport } from '#shared/contracts/outreach/conversation-sources.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import {
  answerPath,
  answerRequest,
  awaitVerdict,
  invoiceReading,
  type SeededSurvey,
  saveAnswer,
  seedAttachments,
  seedBuildPrompt,
  seedIdeation,
  seedRequest,
  seedSurvey,
  submitAnswers,
  workOn,
} from './seed.ts';
import { seedAccount, seedCampaign, seedConversation } from './seed-outreach.ts';

/** Everything that the screens show, made once. */
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The idea that pictures show. */
export const pictureIdea = 'A tool that helps freelancers chase unpaid invoices';

export async function makeWorld(product: Product) {
  const { url } = product;
  const founder = await openAccount(url, 'free', newPerson('Ada Founder'));
  const paidSession = await buyPlan(url, founder, 'pro');
  const newcomer = await openAccount(url, 'free', newPerson('Noor Newcomer'));
  await askForPasswordMail(url, newcomer);
  const [studio, outreach] = await Promise.all([makeStudio(url, founder), makeOutreach(product)]);
  const support = await makeSupport(url, outreach.marketer);
  return {
    url,
    people: {
      /** Has the pro plan and everything of the studio. */
      founder,
      /** Has just signed up. */
      newcomer,
      /** May launch, and has not begun. */
      launcher: await openAccount(url, 'developer', newPerson('Lina Launcher')),
      /** Has campaigns, conversations and support requests. */
      marketer: outreach.marketer,
      /** Works on requests. */
      agent: support.agent,
    },
    surveys: studio.surveys,
    requests: support.requests,
    paths: {
      ...studio.paths,
      ...outreach.paths,
      checkout: new URL(await startCheckout(url, newcomer, 'pro')).pathname,
      paid: `/payment-success?session_id=${paidSession}`,
      supportAnswer: await answerPath(product, support.requests.waiting),
    },
  };
}

async function makeStudio(url: string, founder: Account) {
  const go = await seedSurvey(url, founder, { idea: pictureIdea, reading: invoiceReading });
  const open = await seedSurvey(url, founder, { publicLink: true });
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
  const finished = await seedIdeation(url, founder, { idea: pictureIdea });
  const begun = await seedIdeation(url, founder, {
    idea: 'An app that helps students in shared flats track what is in the freezer',
    sections: 1,
  });
  const analysis = await awaitVerdict(url, founder, go, 40);
  await seedBuildPrompt(url, founder, { idea: pictureIdea, analysis });
  await awaitVerdict(url, founder, open, 3);
  return {
    surveys: { go, open, unanswered },
    paths: {
      sharedResults: await shareResults(url, founder, go),
      /** Everything was made for its idea. */
      fullTrail: trailPath(finished.trailId),
      /** Its idea has a session with one section. */
      newTrail: trailPath(begun.trailId),
    },
  };
}

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

async function makeSupport(url: string, customer: Account) {
  const agent = await openAgent(url, 'grace');
  const survey = await seedSurvey(url, customer, { idea: pictureIdea, reading: invoiceReading });
  await submitAnswers(url, customer, survey, { count: 3, answer: halfShowing });
  await awaitVerdict(url, customer, survey, 3);
  const waiting = await seedRequest(url, customer);
  const asking = workOn(url, agent, waiting.id);
  await asking.claim();
  await asking.ask('Does https://invoice-chaser.example/login show anything in its console?');
  const attachmentIds = (await seedAttachments(url, customer)).map(({ id }) => id);
  await seedRequest(url, customer, {
    requestTitle: 'The checkout says nothing after paying',
    issueDescriptions: [
      'I pressed Pay with a real card. The button turned grey and nothing came, no mail either.',
      'The second try was charged twice, says my bank.',
    ],
    attachmentIds,
  });
  const answered = await seedRequest(url, customer, {
    requestTitle: 'Reminders reach clients who have paid',
    issueDescriptions: ['Two clients paid by bank transfer on Friday. Both got a reminder on Saturday.'],
    surveySlug: survey.surveyId,
  });
  const answering = workOn(url, agent, answered.id);
  await answering.claim();
  await answering.note('The bank is asked once a day. Same cause as with the bakery last week.');
  await answering.reply('The bank is asked on Mondays. Can you open the data tab for me?');
  const files = await seedAttachments(url, customer);
  await answerRequest(url, customer, answered.id, 'It is open now. The table is called items.', files);
  await saveAnswer(url, agent, 'Sign in again', 'Please sign out, then in again. Does it still happen?');
  return {
    agent,
    requests: {
      waiting: waiting.id,
      /** Is about an idea with a verdict. Has a note and a reply of the agent, and a message of the customer with files after it. */
      answered: answered.id,
    },
  };
}

async function makeOutreach(product: Product) {
  const { url } = product;
  const marketer = await openAccount(url, 'developer', newPerson('Mia Marketer'));
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
  const { loginUrl } = await call<{ loginUrl: string }>(url, '/api/hn/login', {
    token: marketer.token,
    body: { campaignId },
  });
  for (const { source, host, username, needsLink } of [
    { source: 'lemmy', host: 'lemmy.world', username: 'mia', needsLink: true },
    { source: 'hacker-news', host: 'news.ycombinator.com', username: 'mia_builds', needsLink: false },
  ] as const)
    await seedAccount(product, marketer, { source, host, username, needsLink });
  return { marketer, paths: { linkWaiting: new URL(loginUrl).pathname } };
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
