/**
 * How many priority lists a map is for, as a type: each variant is compiled once for each of them, with the number as
 * a constant, as a kernel is. Maps of one number of lists all stand at the same distance, so that finding a map costs
 * every variant the same.
 */
@unmanaged
export abstract class Lists {
  abstract count(): i32;
  /** Maps stand at multiples of 1 << logStride bytes. */
  abstract logStride(): i32;
  /** The measuring loops search 1 << logMaps maps: what a first-level cache holds. */
  abstract logMaps(): i32;
}

/** Linux 2.5.3 to 2.6: 100 for real-time tasks, 40 for others. */
@unmanaged
@final
export class Lists140 extends Lists {
  count(): i32 {
    return 140;
  }

  logStride(): i32 {
    return 5;
  }

  logMaps(): i32 {
    return 9;
  }
}

/** January 2002: 128 for real-time tasks, 40 for others. */
@unmanaged
@final
export class Lists168 extends Lists {
  count(): i32 {
    return 168;
  }

  logStride(): i32 {
    return 5;
  }

  logMaps(): i32 {
    return 9;
  }
}

@unmanaged
@final
export class Lists256 extends Lists {
  count(): i32 {
    return 256;
  }

  logStride(): i32 {
    return 6;
  }

  logMaps(): i32 {
    return 8;
  }
}

/** George Anzinger's question: and what if there are 2048? */
@unmanaged
@final
export class Lists2048 extends Lists {
  count(): i32 {
    return 2048;
  }

  logStride(): i32 {
    return 9;
  }

  logMaps(): i32 {
    return 6;
  }
}

export function lists<L extends Lists>(): i32 {
  return changetype<L>(0).count();
}

/** The bits of a word of type W are numbered by so many bits of a priority. */
export function logBits<W extends number>(): i32 {
  return 3 + <i32>ctz(sizeof<W>());
}

/** Words of type W that hold a bit for each list and one for the delimiter behind them. */
export function wordsFor<L extends Lists, W extends number>(): i32 {
  return (lists<L>() >> logBits<W>()) + 1;
}

/** The bit of a priority in its word. */
export function bitOf<W extends number>(priority: i32): W {
  return <W>((<W>1) << (<W>(priority & ((1 << logBits<W>()) - 1))));
}

/** Where the word with this index stands in a row of words that begins at `words`. */
export function wordAddress<W extends number>(words: usize, index: i32): usize {
  return words + <usize>index * sizeof<W>();
}
