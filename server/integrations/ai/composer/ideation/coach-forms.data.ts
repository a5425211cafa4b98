import type { PlatformUse } from './no-code-platforms.data.ts';
import type { RivalId } from './rivals.data.ts';

/** What the founder would make, as far as the idea says. */
export type FormId =
  | 'software'
  | 'two-sided'
  | 'community'
  | 'hardware'
  | 'service'
  | 'content'
  | 'goods'
  | 'open';

/**
 * What the coach says about a form. In the texts `{need}` is what people try to do as a bare infinitive, `{people}`
 * who they are, `{name}` the working name, `{byHand}` how the founder does it by hand.
 */
export type CoachForm = {
  /** Completes "the weakest assumption is …". */
  riskiest: string;
  /** The test that shows whether it holds: the work by hand, the commitment or the form's own. */
  testedBy: 'byHand' | 'commitment' | 'ownTest';
  design: string;
  /** Each with when it fits and what must be true. */
  monetization: string[];
  /** What people are likely to use today that has the same form. */
  rival: RivalId;
  /** What to type into a search to find who does it already. */
  searches: string[];
  /** A step beyond words that people can take before anything exists. */
  commitment: string;
  /** A test that only this form asks for; what to do and what to count. */
  ownTest: string;
  /** What a first version leaves out, with the reason. */
  leftOut: string;
  uses: PlatformUse[];
  /** The smallest thing that can be built after the work by hand. */
  firstBuild: string;
};

export const coachForms: Record<FormId, CoachForm> = {
  software: {
    testedBy: 'byHand',
    rival: 'assistant',
    riskiest: 'that it happens often enough, and hurts enough, for people to open one more tool for it',
    design:
      'Begin with a single screen for the moment in which somebody {tries} {need}: one question or one button, and then the result. Plain words, taken from the interviews; type that can be read at arm’s length; everything within reach of one thumb. Show where each statement comes from. Ask for an account only after the first result, when there is something to keep.',
    monetization: [
      'Subscription: fits when people need it every week. Must be true: they come back without being reminded, and already pay in money or hours for what they do today.',
      'A payment for each case: fits when the occasion is rare and matters. Must be true: people can name what it costs them to be without help at that moment.',
      'Somebody else pays, such as an employer, an association or a supplier: fits when the result is worth more to them than to those who use it. Must be true: that side has a budget for it and has bought something like it before.',
      'Free with a paid part: fits when many use it a little and a few use it a lot. Must be true: those few ask for more on their own.',
    ],
    searches: ['{need} app', '{need} template', 'how to {need}', '{need} app reviews'],
    commitment:
      'ask for something that costs them a little: a real case or file of theirs to work on, a date next week, or a payment that you return if you don’t deliver',
    ownTest:
      'Their own tool, improved: offer {people} a template or checklist for what they use today. Count: who asks for it, and who still uses it when you ask again a fortnight later',
    leftOut:
      'accounts with profiles, settings, notices, payment inside the product and a second kind of user, because none of them shows whether the first feature is wanted',
    uses: ['app', 'page', 'form', 'automation'],
    firstBuild:
      'Build one journey and nothing beside it: from opening {name} to the first result. Keep doing by hand whatever is not yet on the screen',
  },
  'two-sided': {
    testedBy: 'byHand',
    rival: 'marketplace',
    riskiest:
      'that both sides can be brought together at the same time and place, because one side alone gets nothing from it',
    design:
      'Two entrances, one for each side, that never show the other side’s form. For those who search: what is there near them and now, with a face, a price and a date; an honest empty page when nothing is there, which takes their request instead. For those who offer: one short form, and a message when somebody asks. Trust is the design: who is this, who knows them, what happens if it goes wrong.',
    monetization: [
      'A part of each deal: fits when it is settled and paid through you. Must be true: both sides come back to you for the second deal instead of settling it alone.',
      'A fee for the side that earns: fits when it brings them steady work or sales. Must be true: it brings them more than it costs, in their own figures.',
      'A fee for safety, such as checks, insurance or a stand-in: fits when trust is the obstacle. Must be true: people tell of having been let down without being asked about it.',
      'Nothing at first: fits while you bring the two sides together by hand. Must be true: you have written down what has to happen before you charge.',
    ],
    searches: ['{need}', '{need} near me', '{need} marketplace', '{need} reviews'],
    commitment:
      'ask one side for a real offer with a date and a price, and the other for a real request; a general interest does not count',
    ownTest:
      'One side first: choose the side that is harder to get, and find its first members by hand. Count: how many make a real offer, and how many of those get a request that you bring them',
    leftOut:
      'ratings, a chat of its own, payment between the sides and a second town, because with few members you can do all of it by phone, and it hides whether the two sides want each other',
    uses: ['records', 'form', 'app', 'page'],
    firstBuild:
      'Build a list of real offers with one button, "Ask for this", that sends the request to you; you pass it on by hand',
  },
  community: {
    testedBy: 'ownTest',
    rival: 'forum',
    riskiest: 'that people come back and answer one another, instead of waiting for you to speak',
    design:
      'A place that feels small: who is here, what they talk about, and one question of the day to begin with. Rules in five lines that everybody reads when they come in. A calm look without counters of followers. Newcomers are welcomed by a person by name.',
    monetization: [
      'Membership: fits when people come for one another and stay. Must be true: members have answered each other for weeks without you.',
      'Paid meetings or courses: fits when the same questions keep coming back. Must be true: members have come to a free one and brought somebody along.',
      'A sponsor who serves the same people: fits when the group is hard to reach elsewhere. Must be true: members agree to it, and the sponsor has spent money on reaching them before.',
      'Donations: fits when the group matters to a few people a great deal. Must be true: somebody has offered money or work without being asked.',
    ],
    searches: ['{need} group', '{need} forum', '{need} near me'],
    commitment: 'ask each person to bring a question of their own to a first meeting, and one other person',
    ownTest:
      'One evening: invite a handful of {people} to a call or a table on a fixed date. Count: who comes, who speaks to somebody else than you, and who asks for the next date',
    leftOut:
      'a platform of your own, profiles, points and badges, because a group in a tool that people have already shows whether they come back',
    uses: ['form', 'page', 'records'],
    firstBuild:
      'Open one room in a tool that your people use already, with a form in front of it, and lead the first conversations yourself',
  },
  hardware: {
    testedBy: 'commitment',
    rival: 'device',
    riskiest:
      'that people pay for it before they can hold it, at a price that covers parts, assembly, returns and approvals',
    design:
      'Decide first where it lives: in whose hand, on which wall, in what weather, charged by whom. One thing that it shows or does without being looked at for long. A shape that can be made from parts off the shelf for the first dozen. It has to fail safely, and say so.',
    monetization: [
      'Sale at a price with a margin: fits when it works on its own. Must be true: the price that people have paid for the nearest thing covers parts, assembly, returns and the dealer.',
      'Orders paid in advance: fits when the first series is too dear to guess. Must be true: strangers pay a deposit on a date that you can keep.',
      'Rent: fits when it is needed for a season or by somebody who must not own it. Must be true: it comes back in a state to be lent again.',
      'Device with a service: fits when it has something to tell every week. Must be true: people would miss the service more than the device.',
    ],
    searches: ['{need} device', 'how to {need}', '{need} device reviews'],
    commitment:
      'ask for a deposit that you return on request, or for a place where a first model may stay for some weeks',
    ownTest:
      'A dummy: make one of cardboard, or of parts off the shelf, and leave it where it belongs for a week. Count: on how many days it was used, and what was in its way',
    leftOut:
      'a case of your own, an app beside it, a battery that lasts and everything wireless that is not needed, because a model on the kitchen table shows first whether its answer is worth having',
    uses: ['page', 'form', 'records'],
    firstBuild:
      'Put together one working model from parts off the shelf and run it in a single place; show what it measures on a plain page or in a message that you write',
  },
  service: {
    testedBy: 'byHand',
    rival: 'professional',
    riskiest: 'that the price people accept covers your hours, the ways and the days without an order',
    design:
      'A page that answers four questions at a glance: what you do, where, when, and what it costs. One way to ask, by phone or form, with an answer on the same day. Photographs of real work, with the customer’s consent. What the customer meets is the design: the message before, the arrival, the sheet that stays behind.',
    monetization: [
      'A fixed price for each order: fits when orders resemble one another. Must be true: the price covers the longest of the first orders, not only the shortest.',
      'A regular visit at a monthly price: fits when it is needed again and again. Must be true: a first customer has ordered a second time unasked.',
      'A price for haste: fits when it usually has to be done today. Must be true: people have paid more for speed before, or lost more by waiting.',
      'A contract with a business or a house that has many customers: fits when they gather in one place. Must be true: whoever signs has the same trouble on their own desk.',
    ],
    searches: ['{need} near me', '{need} service', '{need} price', '{need} service reviews'],
    commitment: 'take a booking with a date and a price, even if it is only a small part of the work',
    ownTest:
      'A notice in one street or building: say what you do and what it costs, with your phone number. Count: how many ring, and how many of those book',
    leftOut:
      'an app, online payment, staff and a second district, because the first orders fit into a calendar and a phone, and show whether the price covers the hours',
    uses: ['page', 'form', 'records', 'automation'],
    firstBuild:
      'Put up one page with the price and a form, and keep the orders in a table; confirm each of them in person',
  },
  content: {
    testedBy: 'ownTest',
    rival: 'reading',
    riskiest: 'that people come back for the second piece, and pass it on without being asked',
    design:
      'Made for the moment in which it is used: short enough for it, and ending with one thing to do. One column, generous type, no pop-ups. The same shape each time, so that people know where to look. A real sender with a name, who answers replies.',
    monetization: [
      'Paid subscription: fits when it saves readers money or time in their work. Must be true: some reply, use it and ask for more.',
      'A sponsor for each issue: fits when it reaches people who are hard to reach. Must be true: the sponsor has advertised to them before, and readers can tell what is paid for.',
      'A course, a guide or a session sold once: fits when one question keeps coming back. Must be true: people have asked you to do it with them.',
      'Work that comes from it, such as advice or commissions: fits when it shows what you can do. Must be true: a reader has asked for your help already.',
    ],
    searches: ['{need} newsletter', '{need} podcast', 'how to {need}', '{need} course reviews'],
    commitment:
      'ask readers to reply with a question of their own, or to pay for a first issue or lesson on a fixed date',
    ownTest:
      'One real piece: write or record it for a handful of {people} and send it to each by name. Count: who finishes it, who answers, and who passes it on',
    leftOut:
      'a website with an archive, a design of its own and a second format, because one piece in a plain message shows whether anybody wants the next',
    uses: ['page', 'form', 'automation'],
    firstBuild:
      'Put up one page with a finished piece and a form to get the next, and send it by hand until the list is too long for that',
  },
  goods: {
    testedBy: 'ownTest',
    rival: 'shop',
    riskiest:
      'that people order a second time once they are no longer curious, at a price that covers buying, packing and sending',
    design:
      'The thing itself comes first: what it is, where it comes from, when it arrives, what it costs with everything. Real photographs in daylight. Packaging that can be sent by ordinary mail. A card inside with a name on it that asks one question.',
    monetization: [
      'Sale of single pieces: fits when people want to try. Must be true: the price covers goods, packing, sending and what comes back.',
      'Subscription: fits when it is used up at a steady pace. Must be true: customers have ordered a second and a third time on their own.',
      'Sale to shops or firms: fits when somebody gives it away or sells it on. Must be true: they order again, at a price that leaves you something.',
      'Gifts: fits when it is nicer to be given than to be bought. Must be true: orders come before holidays, sent to other addresses.',
    ],
    searches: ['{need} online', '{need} subscription', '{need} price', '{need} reviews'],
    commitment: 'take orders that are paid in advance for one small batch with a date',
    ownTest:
      'One small batch: sell it at a market, at work or at the door. Count: how many are sold at the full price, and how many buyers order again',
    leftOut:
      'a large shop, many kinds, packaging with a print of its own and stock in advance, because one kind in a small batch shows whether people order again',
    uses: ['page', 'form', 'records', 'automation'],
    firstBuild:
      'Put up one page with one kind, one price and a form to order; pack and send each order yourself',
  },
  open: {
    testedBy: 'byHand',
    rival: 'alone',
    riskiest: 'that the trouble is large enough for people to change what they do',
    design:
      'It is too early for a look. Draw on paper, in three boxes, what somebody has before, what they do with you, and what they have after. Show it to the people you interview once they have told their own story, and let them say what is wrong with it. Prefer what needs no screen: a message, a call, a sheet of paper.',
    monetization: [
      'A payment for each case: fits when it happens now and then. Must be true: people can name what the last case cost them.',
      'A regular fee: fits when it happens every week. Must be true: they already spend money or hours on it every week.',
      'Somebody else pays, who gains from it as well: fits when those who have the trouble can’t pay. Must be true: that side has paid for something like it before.',
      'Done by you as a service at first: fits while it is not clear what to build. Must be true: somebody pays for the result without caring how it is made.',
    ],
    searches: ['how to {need}', '{need} help', '{need} app', '{need} price'],
    commitment: 'ask for a real case of theirs that you may solve by hand, with a date',
    ownTest:
      'A wrong answer on purpose: offer three rough ways to solve it on one sheet of paper. Count: which one people ask to have, and who asks when they can have it',
    leftOut:
      'anything that has to be built, because by hand you learn in a week what a product would have to do',
    uses: ['form', 'page', 'records', 'app'],
    firstBuild:
      'Put the part that you repeated most often by hand behind one form, and leave the rest as it is',
  },
};
