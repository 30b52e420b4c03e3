const numbers = new Intl.NumberFormat("en");

/** "12,345": the interface is in English, so server and browser print the same. */
export const formatNumber = (value: number): string => numbers.format(value);
