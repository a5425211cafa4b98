/** Each of these is a rule that code keeps today; where a model is only told to, the text says so. */
export const refusals = [
  {
    name: 'Invent numbers',
    text: 'Every figure of a verdict is counted from answers. What is written without a model states no market size: it gives you the arithmetic to fill in. A model is told to invent nothing, and you can change what it wrote.',
  },
  {
    name: 'Flatter you',
    text: 'With too few answers, or answers on both sides of the line, the verdict is Can’t tell yet, and it says whether more answers would settle it.',
  },
  {
    name: 'Ask what people would do',
    text: 'Without a model its questions ask what people did; a model is told to ask the same way. A question that says “would you” or “how likely” counts for nothing in the verdict.',
  },
  {
    name: 'Post behind your back',
    text: 'No reply is sent before you approve it, unless you switch automated posting on for a campaign. Even then each place’s own rules come first: on Hacker News nothing is ever sent for you.',
  },
  {
    name: 'Hide who wrote it',
    text: 'Every generated text shows on request which model wrote it, or that none did, when, and how its reply was read.',
  },
  {
    name: 'Pretend to be finished',
    text: 'What is not open yet is called that, on this page and inside the product.',
  },
];
