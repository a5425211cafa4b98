/** Each of these is a rule that the product keeps today. */
export const refusals = [
  {
    name: 'Invent numbers',
    text: 'Figures are counted from answers. It makes up no market size, no growth rate and no list of happy customers.',
  },
  {
    name: 'Flatter you',
    text: 'With too few answers, or answers on both sides of the line, the verdict is Can’t tell yet, and it says whether more answers would settle it.',
  },
  {
    name: 'Ask what people would do',
    text: 'Its questions ask what people did and paid for. If you add one about the future, it counts for nothing in the verdict.',
  },
  {
    name: 'Post for you',
    text: 'Nothing leaves the product in your name. You copy the post, and you decide where it goes.',
  },
  {
    name: 'Hide who wrote it',
    text: 'A text by a model names the model. A text without one says that it was written without a model.',
  },
  {
    name: 'Pretend to be finished',
    text: 'What is not open yet is called that, on this page and inside the product.',
  },
];
