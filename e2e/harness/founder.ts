import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './person.ts';
import { seeToast } from './toasts.ts';

export const dashboard = '/startup-spark-suite/dashboard';

/** Dialogs by their titles. */
export function dialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title });
}

/** The survey's address, as a plan or the share dialog shows it. */
export async function surveyLink(place: Locator): Promise<string> {
  return (await place.getByLabel('Survey link').textContent()) ?? '';
}

/** Signs up through the dialog, from the landing page's own button. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  await fillSignUp(page, person);
  await seeToast(page, 'signed_up');
}

export async function fillSignUp(page: Page, { name, email, password }: Person): Promise<void> {
  const form = dialog(page, 'Welcome to Startup Spark');
  await form.getByRole('tab', { name: 'Sign Up' }).click();
  await form.getByLabel('Full Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
}

export async function fillSignIn(page: Page, { email, password }: Omit<Person, 'name'>): Promise<void> {
  const form = dialog(page, 'Welcome to Startup Spark');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** An idea with all that its plan needs, as its founder would say it. */
export const gardenIdea = {
  idea: 'A reminder for allotment gardeners who forget to water their beds',
  who: 'allotment gardeners',
  trouble: 'forget to water their beds',
  question: 'you forget to water your beds',
};
export type WholeIdea = typeof gardenIdea;

/** Opens the validation dialog, sends the idea and waits for the plan. */
export async function validateIdea(page: Page, whole: WholeIdea = gardenIdea): Promise<Locator> {
  const validation = await openValidation(page);
  await sendIdea(validation, whole);
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  return validation;
}

/** Sends an idea, also one that the account has, and fills in what it does not say where that is asked. */
export async function sendIdea(validation: Locator, { idea, ...words }: WholeIdea): Promise<void> {
  await validation.getByLabel('Your idea in one sentence').fill(idea);
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  const another = validation.getByRole('button', { name: 'Write another survey' });
  const make = validation.getByRole('button', { name: 'Make the plan' });
  const made = validation.getByRole('button', { name: 'Share survey' });
  await expect(make.or(made).or(another).first()).toBeVisible();
  if (await another.isVisible()) {
    await another.click();
    await expect(make.or(made)).toBeVisible();
  }
  if (!(await make.isVisible())) return;
  await fillBoxes(validation, words);
  await make.click();
}

export async function fillBoxes(
  place: Page | Locator,
  { who, trouble, question }: Omit<WholeIdea, 'idea'>,
): Promise<void> {
  await place.getByLabel('Who has the problem?').fill(who);
  await place.getByLabel('What goes wrong?').fill(trouble);
  await place.getByLabel(/^Your first question/).fill(question);
}

export async function openValidation(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Validating & Prototyping' }).click();
  const validation = dialog(page, 'Validating & Prototyping');
  await expect(validation).toBeVisible();
  return validation;
}
