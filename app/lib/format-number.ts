const numbers = new Intl.NumberFormat("en");

/** "12,345": the interface is in English, so server and browser print the same. */
export const formatNumber = (value: number): string => numbers.format(value);

/** "1 credit", "12,345 credits". */
export const formatCount = (count: number, unit: string): string => `${formatNumber(count)} ${unitOf(count, unit)}`;

/** What a number of things is called. */
export const unitOf = (count: number, unit: string): string => (count === 1 ? unit : `${unit}s`);
