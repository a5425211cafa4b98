import { describe, expect, it } from 'vitest';
import { groupCommit } from './group-commit.ts';

const largestGroup = 3;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a group commit', () => {
  it('writes what arrives during a write as one group, in order', async () => {
    const groups: number[][] = [];
    const write = groupCommit<number, number>(async (items) => {
      groups.push(items);
      await nextTurn();
      return items.map((item) => item * 10);
    }, largestGroup);
    const first = write(1);
    await nextTurn();
    const rest = [2, 3, 4, 5].map(write);
    expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40, 50]);
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('fails the callers of a failed group only', async () => {
    const write = groupCommit<number, number>(async (items) => {
      if (items.includes(2)) throw new Error('this group is lost');
      return items;
    }, largestGroup);
    const results = await Promise.allSettled([1, 2, 3, 4].map(write));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(await write(5)).toBe(5);
  });

  it('writes one group at a time', async () => {
    let writing = 0;
    let most = 0;
    const write = groupCommit<number, number>(async (items) => {
      writing += 1;
      most = Math.max(most, writing);
      await nextTurn();
      writing -= 1;
      return items;
    }, 1);
    await Promise.all(Array.from({ length: 20 }, (_, item) => write(item)));
    expect(most).toBe(1);
  });
});
