import { expect, type Locator, type Page } from '@playwright/test';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { ideationStages, stageAfter, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { dashboard, dialog } from './founder.ts';
import { seeToast } from './toasts.ts';

/** Opens the proof of concept on the dashboard, as it was left. */
export async function openProofOfConcept(page: Page): Promise<Locator> {
  await page.goto(dashboard);
  await page.getByRole('button', { name: 'Proof of Concept (MVP)' }).click();
  const poc = dialog(page, 'Proof of Concept (No-Code MVP)');
  await expect(poc.getByLabel('Your App Idea').or(editIdea(poc))).toBeVisible();
  return poc;
}

/** Once there is a prompt, its idea and questions are folded into one line. */
export function editIdea(poc: Locator): Locator {
  return poc.getByRole('button', { name: 'Edit', exact: true });
}

/** Sends the idea and waits until its rewrite is there and kept. */
export async function enhance(poc: Locator, idea: string): Promise<void> {
  await poc.getByLabel('Your App Idea').fill(idea);
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(poc.getByRole('button', { name: 'What changed' })).toBeVisible();
  await expect(poc.getByText('Saved', { exact: true })).toBeVisible();
  await showRawPrompt(poc);
}

/** The prompt as it is, not drawn as Markdown. */
export async function showRawPrompt(poc: Locator): Promise<void> {
  await poc.getByRole('button', { name: 'Raw text', pressed: false }).click();
}

export function enhancedPrompt(poc: Locator): Locator {
  return poc.getByLabel('Your Enhanced Prompt');
}

const stageTitles = new RegExp(`^(${ideationStages.map(({ title }) => title).join('|')})$`);

/** The coach's dialog, whatever stage it is in. */
export function ideationDialog(page: Page): Locator {
  return dialog(page, stageTitles);
}

/** Opens the coach on the dashboard, as it was left. */
export async function openIdeation(page: Page): Promise<Locator> {
  await page.goto(dashboard);
  await page.getByRole('button', { name: 'Startup Ideation (Primary Research)' }).click();
  const coach = ideationDialog(page);
  await expect(coach.getByLabel('Ideas for my startup')).toBeVisible();
  return coach;
}

/** Lets the coach write that stage's section and waits until it is there and kept. */
export async function writeSection(page: Page, stage: IdeationStage): Promise<void> {
  const coach = ideationDialog(page);
  await coach.getByRole('button', { name: textsOfStage(stage).button }).click();
  const next = stageAfter(stage);
  if (next) await seeToast(page, 'ideation_stage_done', { params: { next: textsOfStage(next).title } });
  else await seeToast(page, 'ideation_all_done');
  await expect(titleIn(coach, stage)).toBeVisible();
}

/** Reads a stage that is written. */
export async function seeSection(coach: Locator, stage: IdeationStage): Promise<void> {
  const steps = coach.getByRole('list', { name: 'Stages' });
  await steps.getByRole('button', { name: `${textsOfStage(stage).title}, written` }).click();
  await expect(titleIn(coach, stage)).toBeVisible();
}

function titleIn(coach: Locator, stage: IdeationStage): Locator {
  return sessionText(coach).getByRole('heading', { name: textsOfStage(stage).title, exact: true });
}

/** The text of the stage that is shown, drawn or as a text field. */
export function sessionText(coach: Locator): Locator {
  return coach.getByRole('region', { name: 'Click inline to edit or add more details:' });
}

/** Adds words of the founder's own at the end of the text, and leaves the field. */
export async function addWords(coach: Locator, words: string): Promise<void> {
  const text = sessionText(coach);
  await text.getByRole('button', { name: 'Edit text' }).click();
  const field = text.getByRole('textbox');
  await field.fill(`${await field.inputValue()}\n\n${words}`);
  await field.press('Escape');
  await expect(text.getByText(words)).toBeVisible();
}
