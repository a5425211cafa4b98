/** Ideas to try the box with; the writer reads each without asking. */
export const exampleIdeas = [
  {
    label: 'Bread that gets sold',
    idea: 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread',
  },
  {
    label: 'Rehearsals that start on time',
    idea: 'A planner for choir directors who start rehearsals late',
  },
  {
    label: 'Walkers you trust',
    idea: 'An app to find a trusted walker, for dog owners who come home late',
  },
];
