import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

// Biome's patterns know no neighbours in a list, so this rule is a script. See `web/app/follow-translation.ts`.

const root = path.dirname(import.meta.dirname);
const advice = 'Give this text an element of its own: in a translated page React could not change it.';

/** Lines of texts that come, go or change by a condition beside other children, or follow right behind one. */
export function findBareTexts(file: string, source: string): number[] {
  const found: number[] = [];
  const visit = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    const shown = children.filter(isShown);
    if (shown.length < 2) return;
    for (const [at, child] of shown.entries()) {
      const isBare = isConditionalText(child) || (isFixedText(child) && isConditional(shown[at - 1]));
      if (isBare) found.push(source.slice(0, child.start).split('\n').length);
    }
  };
  new Visitor({ JSXElement: visit, JSXFragment: visit }).visit(parseSync(file, source).program);
  return found;
}

/** JSX drops white space with a line break. */
function isShown(child: ESTree.JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() !== '' || !child.value.includes('\n');
  return !(child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression');
}

function isConditional(child: ESTree.JSXChild | undefined): boolean {
  if (child?.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  return (
    expression.type === 'ConditionalExpression' ||
    expression.type === 'LogicalExpression' ||
    isList(expression)
  );
}

function isList(node: ESTree.Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  return property.type === 'Identifier' && ['map', 'flatMap'].includes(property.name);
}

function isConditionalText(child: ESTree.JSXChild): boolean {
  return (
    isConditional(child) && child.type === 'JSXExpressionContainer' && outcomes(child.expression).some(isText)
  );
}

function isFixedText(child: ESTree.JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() !== '';
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'TemplateLiteral';
}

/** Everything that a condition can come to. */
function outcomes(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'ParenthesizedExpression') return outcomes(node.expression);
  if (node.type === 'ConditionalExpression')
    return [...outcomes(node.consequent), ...outcomes(node.alternate)];
  if (node.type !== 'LogicalExpression') return [node];
  return node.operator === '&&' ? outcomes(node.right) : [...outcomes(node.left), ...outcomes(node.right)];
}

function isText(node: ESTree.Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

if (import.meta.main) {
  const files = globSync('web/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] });
  const found = files.flatMap((file) =>
    findBareTexts(file, readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  for (const place of found) console.error(`${place} ${advice}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
