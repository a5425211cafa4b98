import { enter, openAccount } from '#e2e/harness/api.ts';
import { expect, test } from '#e2e/harness/model-test.ts';
import { editIdea, enhancedPrompt, openProofOfConcept, showRawPrompt } from '#e2e/harness/studio.ts';
import { breaksAfter, says } from '#fakes/openai/replies.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';

test('a model writes the prompt, and where it breaks off the founder writes it without AI', async ({
  page,
  product,
  model,
}) => {
  await enter(page.context(), product.url, await openAccount(product.url, 'pro'));
  const poc = await openProofOfConcept(page);
  await poc.getByLabel('Your App Idea').fill(idea);
  await expect(poc.getByRole('button', { name: 'Write it without AI' })).toBeVisible();
  await expect(poc.getByLabel('Line 1')).toBeHidden();
  model.reply(says(JSON.stringify({ response: '## Must\n\n- A list of late invoices' })));
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await showRawPrompt(poc);
  await expect(enhancedPrompt(poc)).toHaveValue('## Must\n\n- A list of late invoices');

  await editIdea(poc).click();
  model.reply(breaksAfter('{"response": "Half of'));
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(enhancedPrompt(poc)).toHaveValue('Half of');
  const asked = model.requests.length;
  await poc.getByRole('button', { name: 'Write it without AI' }).last().click();
  await poc.getByLabel('What one thing do people add or look at?').fill('each invoice');
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(enhancedPrompt(poc)).toHaveValue(/^- People add or look at this: each invoice$/m);
  expect(model.requests).toHaveLength(asked);
});
