import { relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** Counts of a runner's report, and the name of each test that failed. */
export type Outcome = { passed: number; failed: number; skipped: number; failures: string[] };

/** Reads the report of Vitest's json reporter. A file that could not be loaded has no tests of its own. */
export function readVitest(report: JsonTestResults, root: string): Outcome {
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} › ${fullName}`) : [file];
    });
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  return { passed, failed, skipped, failures };
}

/** Reads the report of Playwright's json reporter. A test that passed at a second try failed. */
export function readPlaywright({ stats, suites, errors }: JSONReport): Outcome {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failedSpecs), ...errors.map(({ message }) => `playwright: ${message}`)],
  };
}

function failedSpecs({ specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  );
  return [
    ...failed.map(({ file, line, title }) => `${file}:${line} › ${title}`),
    ...suites.flatMap(failedSpecs),
  ];
}
