/** The idea that the landing page's pictures show; its answers below are made up, and the captions say so. */
export const exampleIdea = 'A shared calendar for separated parents who argue about whose day it was';

/**
 * The answers of made-up people, a row each, in the order of the plan's questions; numbers are the positions of the
 * options that they chose.
 */
export const exampleAnswers = `
1 | I asked on Sunday and had an answer on Thursday. The dentist had given the slot away. | 0+2 | 2 | 1 | A shared calendar. Only one of us ever opened it. | Friends who live apart too.
1 | Four messages about one birthday party, then I called. | 0 | 0 | 1 | A paper planner in the school bag. It came back empty. | Friends who live apart too.
0 | A swap of weekends. Two days of messages, and he still came on the wrong day. | 0+1 | 2 | 1 | A shared calendar with alerts. Too many alerts, so I turned them off. | My sister, her weeks are like mine.
1 | Nobody knew who was to bring the sports bag. Six messages. | 1+2 | 4 | 1 | A group chat. The dates sank between photos. | The other parents of the class.
2 | One message, one yes. | 0 | 3 | 3 | Nothing so far. | Friends who live apart too.
1 | School moved the trip, and only one home got the letter. | 0+1 | 2 | 1 | A shared calendar. The school letters never got into it. | Friends who live apart too.
1 | Seven messages to split the autumn holidays. We settled it on the phone. | 0 | 0 | 1 | A spreadsheet with colours. I was the only one who filled it in. | My sister, her weeks are like mine.
3 | It did not come up in the last months. | 5 | 3 | 3 | Nothing. | Nobody comes to mind.
1 | A late change an hour before the handover. I drove twice. | 2 | 2 | 1 | A group chat with the grandparents. Late changes got lost. | The counsellor who helped us.
1 | Three days until I had an answer about Easter. | 0+1 | 0 | 1 | A poll. It took longer than a message. | Friends who live apart too.
0 | The whole summer plan. It took two weeks and a mediator. | 0+3 | 2 | 0 | A paid app for parents. The other home did not want to pay. | The other parents of the class.
1 | We both thought the other one had swimming. | 1 | 4 | 1 | A calendar on the fridge. It exists in one kitchen only. | Friends who live apart too.
2 | Two messages and a compromise about the recital. | 0 | 0 | 1 | Nothing that lasted. | My sister, her weeks are like mine.
1 | He changed his shift, and five messages later we had swapped three days. | 0+2 | 2 | 1 | A shared calendar. His shifts were never in it. | The counsellor who helped us.
1 | Sorted at the door, and forgotten by one of us. | 0 | 4 | 3 | Notes on the phone. I could not show them to anybody. | Friends who live apart too.
1 | I wrote to both homes and the school. The last answer came after the date. | 0+1+2 | 0 | 1 | A group chat. I gave up scrolling for dates. | My sister, her weeks are like mine.
3 | Our weeks are fixed, so it did not happen. | 5 | 3 | 3 | We never needed one. | Nobody comes to mind.
1 | A sick day. Nine messages before eight in the morning. | 0 | 2 | 1 | A shared calendar. Nobody types when a child is sick. | Friends who live apart too.
2 | Rang my ex and her mother, done in one evening. | 0 | 0 | 1 | A paper calendar at my mother’s place. | Friends who live apart too.
1 | Late changes by the football club, three times in a month. | 0+3 | 2 | 1 | A paid app. It was one more thing to check. | The other parents of the class.
0 | Christmas took from October until December. | 0+1+2 | 4 | 0 | A shared calendar, then a poll, then a lawyer. | My sister, her weeks are like mine.
2 | One message, answered two days later. | 0 | 0 | 3 | Nothing yet. | Friends who live apart too.
1 | The handover moved by an hour, and I read it too late. | 2 | 2 | 1 | A group chat. Muted it in the first month. | The counsellor who helped us.
3 | It did not happen, they are nearly grown up. | 5 | 3 | 3 | We stopped planning together years ago. | Nobody comes to mind.
1 | Parents’ evening. We were both there, and nobody was at home. | 0+1 | 2 | 1 | A shared calendar. I stopped when I was the only one in it. | Friends who live apart too.
2 | I waited for an answer and then went alone. | 5 | 0 | 3 | Nothing. | Nobody comes to mind.
`
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));

/** The answer about the last time in the picture of the survey page. */
export const exampleLastTime =
  'I asked on Sunday and had an answer on Thursday. The dentist had given the slot away.';

/** For the picture of every shared survey: it must not show a founder’s idea. */
export const anySurvey = {
  idea: 'an idea, before it is built',
  reading: { who: 'founders', job: 'ask people first', trouble: '', language: 'en' as const },
  questions: [
    {
      question: 'In the last month, how often did it happen to you?',
      type: 'multiple-choice' as const,
      options: ['Not once', 'Once or twice', 'About every week', 'Almost every day'],
    },
    { question: 'Think of the last time. What did you do?', type: 'open-ended' as const, options: null },
  ],
};
