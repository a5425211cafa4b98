/** Each of these is a rule that code keeps today; where a model is only told to, the text says so. */
export const refusals = [
  {
    name: 'Invent numbers',
    text: 'Every figure of a verdict is counted from answers. A plan written without a model states no market size; a model is told to invent nothing, and you can change what it wrote.',
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
    name: 'Post for you',
    text: 'Nothing leaves the product in your name. You copy the post, and you decide where it goes.',
  },
  {
    name: 'Hide who wrote it',
    text: 'A plan or a verdict that a model wrote names the model. One without says that it was written without a model.',
  },
  {
    name: 'Pretend to be finished',
    text: 'What is not open yet is called that, on this page and inside the product.',
  },
];
