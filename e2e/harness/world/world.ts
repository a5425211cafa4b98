import { halfShowing, mostlyShowing } from '#e2e/harness/answerers.ts';
import { type Account, buyPlan, call, openAccount, startCheckout } from '#e2e/harness/api.ts';
import { newPerson } from '#e2e/harness/person.ts';
import type { Product } from '#e2e/harness/product.ts';
import { awaitVerdict, type SeededSurvey, seedSurvey, submitAnswers } from './seed.ts';
import { seedBuildPrompt, seedDraft, seedIdeation } from './seed-studio.ts';
import { makeOutreachWorld, type OutreachWorld } from './world-outreach.ts';
import { makeSupportWorld, type SupportWorld } from './world-support.ts';

/** Everything that the screens show, made once through the product's own API. */
export type World = SupportWorld &
  OutreachWorld & {
    url: string;
    /** Has the pro plan, a survey that says Go and one that can't tell yet. */
    founder: Account;
    /** Has just signed up. */
    newcomer: Account;
    /** Has more activities than one page of them. */
    prolific: Account;
    /** 40 answers say Go, and three copies of one are set apart. */
    go: SeededSurvey;
    /** Three answers can't tell yet; strangers can answer it. */
    open: SeededSurvey;
    /** Has a survey with 3,000 answers, which say Go. */
    crowd: Account;
    crowded: SeededSurvey;
    /** Anybody can read the results of `go` there. */
    sharedPath: string;
    /** Nobody has answered it. */
    unanswered: SeededSurvey;
    /** Path of an open checkout page. */
    checkoutPath: string;
    paidSessionId: string;
    /** Everything was made for its idea. */
    fullTrailId: string;
    /** Its idea has a session with one section. */
    newTrailId: string;
  };

/** The idea that pictures show. */
export const pictureIdea = 'A tool that helps freelancers chase unpaid invoices';
const thirdIdea = 'A shared list of what is in the freezer, for flats of students';
const secondIdea = 'An app that helps small bakeries plan how much bread to bake each day';

export async function makeWorld(product: Product): Promise<World> {
  const [own, support, outreach] = await Promise.all([
    makeFounderWorld(product.url),
    makeSupportWorld(product),
    makeOutreachWorld(product),
  ]);
  return { ...own, ...support, ...outreach };
}

async function makeFounderWorld(url: string): Promise<Omit<World, keyof SupportWorld | keyof OutreachWorld>> {
  const founder = await openAccount(url, 'free', newPerson('Ada Founder'));
  const paidSessionId = await buyPlan(url, founder, 'pro');
  const newcomer = await openAccount(url, 'free', newPerson('Noor Newcomer'));
  const prolific = await makeProlific(url);
  const go = await seedSurvey(url, founder, { idea: pictureIdea });
  await submitAnswers(url, founder, go, { count: 40, answer: mostlyShowing });
  await submitAnswers(url, founder, go, {
    count: 3,
    answer: (question, _, position) => mostlyShowing(question, 1, position),
  });
  const open = await seedSurvey(url, founder, { idea: secondIdea, publicLink: true });
  await submitAnswers(url, founder, open, { count: 3, answer: halfShowing });
  const crowd = await openAccount(url, 'pro', newPerson('Cleo Crowd'));
  const crowded = await seedSurvey(url, crowd, { idea: pictureIdea });
  await submitAnswers(url, crowd, crowded, { count: 3_000, answer: mostlyShowing });
  const unanswered = await seedSurvey(url, founder, {
    idea: 'A map that helps older people find benches with shade',
  });
  const finished = await seedIdeation(url, founder, { idea: pictureIdea });
  const begun = await seedIdeation(url, founder, { idea: thirdIdea, sections: 1 });
  const analysis = await awaitVerdict(url, founder, go, 40);
  await seedBuildPrompt(url, founder, { idea: pictureIdea, analysis });
  await awaitVerdict(url, founder, open, 3);
  await awaitVerdict(url, crowd, crowded, 3_000);
  const sharedPath = await shareResults(url, founder, go);
  await askForPasswordMail(url, newcomer);
  const checkoutPath = new URL(await startCheckout(url, newcomer, 'pro')).pathname;
  return {
    url,
    founder,
    newcomer,
    prolific,
    crowd,
    go,
    open,
    crowded,
    unanswered,
    sharedPath,
    checkoutPath,
    paidSessionId,
    fullTrailId: finished.trailId,
    newTrailId: begun.trailId,
  };
}

/** A link that shows open answers too. */
async function shareResults(url: string, { token }: Account, { surveyId }: SeededSurvey): Promise<string> {
  const body = { days: 30, hidden: [], showsTexts: true };
  const path = `/api/surveys/${surveyId}/results-link`;
  const link = await call<{ token: string }>(url, path, { method: 'PUT', token, body });
  return `/results/${link.token}`;
}

/** Drafts alone: what matters is how many there are. */
async function makeProlific(url: string): Promise<Account> {
  const prolific = await openAccount(url, 'pro', newPerson('Pat Prolific'));
  const ideas = Array.from({ length: 30 }, (_, number) => `${pictureIdea}, version ${number + 1}`);
  for (const idea of ideas) await seedDraft(url, prolific, idea);
  return prolific;
}

/** So that the outbox has something to show. */
async function askForPasswordMail(url: string, { email }: Account): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ email });
  await fetch(`${url}/api/auth/request-password-reset`, { method: 'POST', headers, body });
}
