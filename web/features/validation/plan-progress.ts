type Stage = { label: string; state: 'done' | 'writing' | 'waiting' };

const fields = [
  ['appName', 'Name and pitch'],
  ['problemParagraph', 'Problem'],
  ['targetAudience', 'Audience'],
  ['socialGroups', 'Communities'],
  ['surveyQuestions', 'Survey questions'],
] as const;

/** How far a reply has come, told by the fields that stand in the text so far. */
export function planProgress(text: string): Stage[] {
  const places = fields.map(([name]) => text.indexOf(`"${name}"`));
  const newest = Math.max(...places);
  return fields.map(([, label], index) => {
    const place = places[index] ?? -1;
    return { label, state: place === -1 ? 'waiting' : place === newest ? 'writing' : 'done' };
  });
}
