/** placeholder */
export const interactiveMaps: readonly (readonly number[])[] = [
  [30, 20],
  [28, 22, 16],
];
