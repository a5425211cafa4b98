/** The product's name: every title, mail and heading takes it from here (Design 7.1). */
export const productName = 'Startup Spark';
/** The first page's title. */
export const productTitle = `${productName}: know before you build`;
