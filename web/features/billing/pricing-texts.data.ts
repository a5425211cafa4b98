export const pricingHeading = 'Support Plan for non-technical founders';
export const pricingSubtitle = 'Get the help you need with flexible pricing options';
