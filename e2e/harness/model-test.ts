import { type OpenAiFake, startOpenAiFake } from '#fakes/openai/openai.ts';
import { modelSettings } from './product.ts';
import { expect, test as journey } from './test.ts';

/** Journeys with a model whose replies the test chooses, whatever writes the texts of the others. */
export const test = journey.extend<{ forgetReplies: undefined }, { model: OpenAiFake }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const model = await startOpenAiFake();
      await use(model);
      await model.stop();
    },
    { scope: 'worker' },
  ],
  environment: [({ model }, use) => use(modelSettings(model.baseUrl)), { scope: 'worker' }],
  forgetReplies: [
    async ({ model }, use) => {
      model.reset();
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect };
