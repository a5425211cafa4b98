/** Whether a text names the decision as a word of its own: "No-Go" is no "Go". */
export function statesDecision(text: string, decision: string): boolean {
  return withMarks(text).includes(markOf(decision));
}

/** Whether a text names another decision, takes the given one back ("not Go") or urges against it. */
export function statesOther(text: string, decision: string): boolean {
  const marked = withMarks(text);
  const others = Object.values(marks).filter((mark) => mark !== markOf(decision));
  return (
    others.some((mark) => marked.includes(mark)) ||
    takenBack.test(marked) ||
    (decision !== 'Go' && urges.test(marked)) ||
    (decision !== 'No-Go' && warns.test(marked))
  );
}

const marks = { go: '⟦go⟧', noGo: '⟦no⟧', open: '⟦open⟧' };

function markOf(decision: string): string {
  if (decision === 'Go') return marks.go;
  return decision === 'No-Go' ? marks.noGo : marks.open;
}

/** Every form of a decision becomes one mark; the small word "go" counts only where it is a verdict. */
function withMarks(text: string): string {
  return text
    .replace(/[’ʼ]/g, "'")
    .replace(/\bno[\s\p{Pd}]*go\b/giu, marks.noGo)
    .replace(/\b(?:can't|cannot|can not|could not|couldn't) tell(?: yet)?\b/gi, marks.open)
    .replace(/\b(?:Go|GO)\b/g, marks.go)
    .replace(
      /\b((?:a|clear|definite|(?:verdict|decision|answer)(?: is|:)) (?:not )?)go\b/gi,
      `$1${marks.go}`,
    );
}

const takenBack =
  /(?:\b(?:not|never|hardly|no|nor|against|far from|anything but|instead of|rather than)|n't)\s+(?:[\w']+\s+){0,2}["“‘']?⟦/i;
const urges =
  /\b(?:green light|go ahead|go for it|start building|build (?:it|this)(?: now)?|guaranteed|sure thing|positive verdict|should be built)\b/i;
const warns =
  /\b(?:(?:clear|definite) no|give up|(?:do not|don't|never) (?:build|proceed|continue|launch|start)|(?:drop|kill) (?:it|the idea)|abandon|walk away|negative verdict|nobody (?:cares|needs|wants|would|will)|no one (?:cares|needs|wants|would|will)|should not be built)\b/i;
