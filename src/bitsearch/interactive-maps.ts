/**
 * What the active arrays of 2.5.2's O(1) scheduler hold under a desktop's load when they are searched: of four
 * examples (a kernel build, irman2, a video beside dd, an editor beside a hog) up to 16 of the most frequent maps
 * with two to five priorities. Each number is a distance from the end of the lists: 40 is the best normal priority, 1
 * the worst. A test records them again.
 */
export const interactiveMaps: readonly (readonly number[])[] = `
36 35
40 36
40 36 35
37 36
37 35
37 36 35
40 35
40 37 36 35
40 37
40 37 35
38 36 35
32 29
40 37 36
30 28
34 31
38 36
38 10 3 1
38 15 8 2
38 19 12 6
38 33 22 15 9
38 2 1
39 38 10 3 1
39 38 15 8 2
39 38 19 12 6
40 38 10 3 1
40 38 15 8 2
40 38 19 12 6
39 38 2 1
40 38 2 1
3 1
6 1
10 3 1
40 1
16 1
40 16 1
36 1
30 1
32 1
31 1
37 1
29 1
35 1
27 1
28 1
33 1
34 1
26 1
24 1
16 1
16 13
16 10
16 11
16 12
16 14
16 15
16 3
16 5
16 6
16 7
16 8
16 9
`
  .trim()
  .split("\n")
  .map((line) => line.split(" ").map(Number));
