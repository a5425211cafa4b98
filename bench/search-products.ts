/** For how many searches there are posts. */
export const searches = 60;

/** A product that no other search is about, with words of its own: nothing that it asks for was asked before. */
export function productOf(number: number) {
  const words = ['brindle', 'corvane', 'maddock'].map((stem) => stem + ending(number)) as Words;
  const [thing, part, place] = words;
  return {
    words,
    name: `Keeper of ${thing}`,
    url: `https://${thing}.example/`,
    description: `A notebook for people who own a ${thing}: it tells in time when the ${thing} ${part} needs care, keeps what was done to every ${part}, and works in the ${place} without a network.`,
  };
}

type Words = [string, string, string];

/** Letters, as numbers are no words. */
function ending(number: number): string {
  return [...String(number).padStart(2, '0')].map((digit) => 'bdfgklmnrt'[Number(digit)]).join('a');
}
