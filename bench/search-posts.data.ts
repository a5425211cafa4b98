/** How people begin who have a problem with what they own. */
export const openings = [
  'How do you look after your',
  'Looking for a way to keep track of my',
  'Is there any tool that reminds me of the',
  'What do you do when nobody thinks of the',
  'Has anybody written down how to care for a',
  'I keep forgetting to check the',
  'Who else has trouble with a',
  'Which notebook do you use for your',
  'Tired of paper lists for the',
  'Can somebody recommend something for a',
  'Why is it so hard to remember the',
];

export const occasions = [
  'after the winter',
  'when three people share it',
  'before a long journey',
  'with no network at all',
  'on a small budget',
  'in a rented house',
  'for the first time',
  'since my neighbour moved',
  'with children around',
  'once a month',
  'in a hurry',
  'without a manual',
  'every second week',
];

/** What else they tell. */
export const stories = [
  'My grandmother had a drawer full of cards and never missed a date.',
  'Last spring I noticed far too late that something leaked, and the repair took until June.',
  'We tried a shared calendar, but everybody deleted what others had entered.',
  'The shop sells a sheet of paper that hangs on the door and turns yellow in the sun.',
  'Half of what I read about it contradicts the other half.',
  'A friend swears by an alarm on the phone, which I switch off in my sleep.',
  'Paying a little would be fine if it saved me one Saturday in a month.',
  'There is no reception down there, so whatever needs a signal is useless.',
  'Before we bought it nobody told us how much attention it wants.',
  'I counted eleven separate screws, and each has a date of its own.',
  'My brother photographs everything and finds nothing again.',
  'The man who built it retired, and his son sells insurance now.',
  'Somebody at the market laughed when I asked, so here I am.',
  'It rained for nine days, and afterwards the handle would not turn.',
  'What I have is a pencil, a wall, and a bad memory.',
  'If two of us could see the same list, most quarrels would end.',
  'Once a year an inspector comes and asks for records that I do not have.',
];
