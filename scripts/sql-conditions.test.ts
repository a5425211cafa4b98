import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/*
 * Drizzle joins conditions with "and" as they are: `a or b` without brackets beside another one lets the rows of every
 * owner through. A condition of that kind is written with `or(…)`, which puts brackets around itself.
 */

/** The SQL templates of a file whose own words, outside brackets and values, hold an "or". */
function bareAlternatives(source: string): string[] {
  const templates = source.match(/\bsql(?:<[^`]*?>)?`[^`]*`/g) ?? [];
  return templates.filter((template) => /\bor\b/.test(withoutBrackets(template)));
}

function withoutBrackets(template: string): string {
  let outside = template.replace(/\$\{[^}]*\}/g, '');
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = outside.replace(/\([^()]*\)/g, '');
  }
  return outside;
}

describe('SQL conditions', () => {
  it('are found where an "or" has no brackets', () => {
    expect(bareAlternatives(`sql\`\${a} = 1 or \${b} = 2\``)).toHaveLength(1);
    expect(bareAlternatives(`sql<boolean>\`(\${a} and 1) or (\${b} = 2)\``)).toHaveLength(1);
    expect(bareAlternatives(`sql\`(\${a} = 1 or (\${b} = 2))\``)).toEqual([]);
  });

  it('leave no "or" without brackets', () => {
    const found = globSync('server/**/*.ts').flatMap((file) =>
      bareAlternatives(readFileSync(file, 'utf8')).map((template) => `${file}: ${template}`),
    );
    expect(found).toEqual([]);
  });
});
