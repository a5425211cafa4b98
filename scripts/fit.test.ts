import { expect, test } from 'vitest';
import { checkIntentModels } from './fit/intent-models.ts';
import { readLabelledPosts } from './fit/labelled-posts.ts';

// The models were fitted on these posts too: this shows that weights, features and thresholds belong together.
test('the shipped models read the posts that were written for the product', () => {
  const posts = readLabelledPosts(['scripts/fit/written-posts.fixture.jsonl']);
  expect(posts).toHaveLength(500);
  const { asks, wantsRecommendation, offers, distress } = checkIntentModels(posts);
  for (const { precision, recall, auc } of [asks, wantsRecommendation, offers]) {
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.6);
    expect(auc).toBeGreaterThanOrEqual(0.97);
  }
  expect(distress.recall).toBeGreaterThanOrEqual(0.95);
  expect(distress.falseAlarms).toBeLessThanOrEqual(0.08);
});
