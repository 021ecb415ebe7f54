/** Compares an answer with what a vector expects; one sentence for each difference. */
export function compare(expected: object, given: object): { compared: number; differences: string[] }
