import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { draftRepliesInstructions, draftRepliesPromptVersion } from './draft-replies-prompt.ts';
import { judgePostsInstructions, judgePostsPromptVersion } from './judge-posts-prompt.ts';
import { themesInstructions, themesPromptVersion } from './themes-prompt.ts';
import { verdictPointsInstructions, verdictPointsPromptVersion } from './verdict-points-prompt.ts';

test.each([
  [judgePostsPromptVersion, judgePostsInstructions, 'judge-posts-2', 'b7260f992cb1f008'],
  [draftRepliesPromptVersion, draftRepliesInstructions, 'draft-replies-1', 'e23e58d044368a24'],
  [themesPromptVersion, themesInstructions, 'themes-1', 'f8b60768f2cdcff5'],
  [verdictPointsPromptVersion, verdictPointsInstructions, 'analysis-3', '86c6c435394fcea7'],
])('the version %s changes with its instructions', (version, instructions, known, hash) => {
  const read = createHash('sha256').update(instructions).digest('hex').slice(0, 16);
  expect([version, read]).toEqual([known, hash]);
});
