import { halfShowing, mostlyShowing } from './answerers.ts';
import { type Account, buyPlan, openAccount, startCheckout } from './api.ts';
import { newPerson } from './person.ts';
import type { Product } from './product.ts';
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
    /** Its verdict is Go. */
    go: SeededSurvey;
    /** Its verdict is "Can't tell yet"; strangers can answer it. */
    open: SeededSurvey;
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
  await submitAnswers(url, founder, go, { count: 38, answer: mostlyShowing });
  const open = await seedSurvey(url, founder, { idea: secondIdea, publicLink: true });
  await submitAnswers(url, founder, open, { count: 7, answer: halfShowing });
  const unanswered = await seedSurvey(url, founder, {
    idea: 'A map that helps older people find benches with shade',
  });
  const finished = await seedIdeation(url, founder, { idea: pictureIdea });
  const begun = await seedIdeation(url, founder, { idea: thirdIdea, sections: 1 });
  const analysis = await awaitVerdict(url, founder, go, 38);
  await seedBuildPrompt(url, founder, { idea: pictureIdea, analysis });
  await awaitVerdict(url, founder, open, 7);
  await askForPasswordMail(url, newcomer);
  const checkoutPath = new URL(await startCheckout(url, newcomer, 'pro')).pathname;
  return {
    ...{ url, founder, newcomer, prolific, go, open, unanswered, checkoutPath, paidSessionId },
    fullTrailId: finished.trailId,
    newTrailId: begun.trailId,
  };
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
