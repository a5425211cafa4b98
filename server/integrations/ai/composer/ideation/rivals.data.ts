/**
 * What people may do or use today instead; kinds of things, never companies. What is said of each is a guess from common
 * sense, which `check` puts to the test.
 */
export type Rival = { name: string; doesWell: string; leavesOut: string; check: string };

export const rivals = {
  nothing: {
    name: 'Doing nothing about it',
    doesWell: 'costs nothing and needs no decision',
    leavesOut: 'the trouble stays, if it is one',
    check: 'ask what happened the last time when nobody did anything',
  },
  sheet: {
    name: 'A spreadsheet, a notebook or a list on paper',
    doesWell: 'is there already, is understood by everybody and can be bent to fit',
    leavesOut: 'somebody has to keep it up, and it tells nobody anything on its own',
    check: 'ask to see one that is really in use, and what is missing in it',
  },
  chat: {
    name: 'A group chat or a round of calls',
    doesWell: 'everybody is there already, and an answer can come within minutes',
    leavesOut: 'what was agreed scrolls away, and somebody has to run after the answers',
    check: 'ask to be shown the last thread about it, and count the messages together',
  },
  asking: {
    name: 'Somebody they know and ask',
    doesWell: 'is trusted, knows the case and asks for no money',
    leavesOut: 'is not there at every hour, and tires of being asked',
    check: 'ask who was asked the last time, and what came of it',
  },
  assistant: {
    name: 'A search or an AI chat assistant',
    doesWell: 'answers at once, about anything',
    leavesOut: 'does not know the case, and can be wrong without saying so',
    check: 'try it with a real case from an interview, and keep what came back',
  },
  habit: {
    name: 'The program that they use for everything',
    doesWell: 'is known, paid for and open every day',
    leavesOut: 'is made for everybody, so little in it is made for this',
    check: 'ask which one it is, and do the same task in it yourself',
  },
  professional: {
    name: 'A professional or an agency',
    doesWell: 'takes it off their hands and answers for the result',
    leavesOut: 'has to be found, paid and waited for',
    check: 'ask two of them for a price, and what they are called for most',
  },
  marketplace: {
    name: 'A general marketplace or a local group',
    doesWell: 'many people are there already',
    leavesOut: 'holds everything, little of it near or checked, and nobody steps in when it goes wrong',
    check: 'watch one for a week: what is asked for, what is offered, what is answered',
  },
  shop: {
    name: 'A shop nearby or a large shop online',
    doesWell: 'has a known price, and takes things back',
    leavesOut: 'has what sells to everybody',
    check: 'order the nearest thing there, and note price, waiting and what was wrong with it',
  },
  alone: {
    name: 'Doing it themselves',
    doesWell: 'stays under their own control and is paid in time instead of money',
    leavesOut: 'takes the time, and the knowing how',
    check: 'be there once while somebody does it, and note each step',
  },
  forum: {
    name: 'A group or forum that has existed for years',
    doesWell: 'has many members, and old answers that can be found',
    leavesOut: 'newcomers are strangers there, and the same questions come back',
    check: 'read its last weeks: who answers whom, and what stays without an answer',
  },
  device: {
    name: 'A simple device or a trick made at home',
    doesWell: 'is bought or made quickly and needs no setting up',
    leavesOut: 'shows a state, but not what to do about it',
    check: 'use one for a week, and read what owners complain about',
  },
  reading: {
    name: 'What they read, watch or hear already',
    doesWell: 'is a habit, and often free',
    leavesOut: 'is made for a wide audience, and seldom about this',
    check: 'ask what they opened last, and what they did because of it',
  },
  course: {
    name: 'A book, a video or a course',
    doesWell: 'is in good order and comes from somebody who knows',
    leavesOut: 'is long, the same for everybody, and easily left unfinished',
    check: 'ask which one they began last, and how far they got',
  },
} satisfies Record<string, Rival>;

export type RivalId = keyof typeof rivals;
