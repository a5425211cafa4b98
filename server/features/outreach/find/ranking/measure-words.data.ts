/** Numbers, stretches of time and measures, in lower case: any two texts may share them, whatever they are about. */
export const measureWords = new Set(
  `
zero eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
ninety hundred hundreds thousand thousands million millions billion dozen dozens couple pair pairs double triple half third
thirds quarter quarters percent percentage percentages average total count counts point points score scores rate rates rating
ratings interest interests minute minutes hour hours hourly daily week weeks weekly weekend weekends weekday weekdays month months
monthly year years yearly annual annually morning mornings afternoon afternoons evening evenings night nights midnight noon
monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november
december season seasons dollar dollars euro euros pound pounds cent cents mile miles kilometre kilometres metre metres inch inches
foot feet gram grams kilo kilos litre litres size sizes length width height
`
    .trim()
    .split(/\s+/),
);
