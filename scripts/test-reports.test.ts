import type { JSONReport } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { readPlaywright, readVitest } from './test-reports.ts';

test('names the failed tests of Vitest, and a file that could not be loaded', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { name: '/app/shared/a.test.ts', status: 'passed', assertionResults: [] },
      {
        name: '/app/shared/b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'b is right' },
          { status: 'failed', fullName: 'b is wrong' },
        ],
      },
      { name: '/app/web/c.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  const failures = ['shared/b.test.ts › b is wrong', 'web/c.test.ts'];
  const outcome = readVitest(report as unknown as JsonTestResults, '/app');
  expect(outcome).toEqual({ passed: 3, failed: 1, skipped: 2, failures });
});

test('counts a journey that passed at a second try as failed, and names nested ones and errors', () => {
  const spec = (title: string, status: string) => ({
    file: 'd.spec.ts',
    line: 7,
    title,
    tests: [{ status }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('goes', 'expected'), spec('stops', 'unexpected')],
        suites: [{ specs: [spec('wavers', 'flaky')] }],
      },
    ],
    errors: [{ message: 'The worker ended' }],
  };
  const failures = ['d.spec.ts:7 › stops', 'd.spec.ts:7 › wavers', 'playwright: The worker ended'];
  const outcome = readPlaywright(report as unknown as JSONReport);
  expect(outcome).toEqual({ passed: 1, failed: 2, skipped: 0, failures });
});
