/**
 * What a variant in JavaScript is. V8 learns per function, and a loop that has seen two variants is slow for both; so
 * every variant is compiled from source text of its own, together with its own copy of the measuring loops. Its
 * factory must therefore stand alone: it may use globals and its arguments, and nothing else of its module.
 *
 * To add one: a file with a factory, whose head comment tells source and idea, and a line in variants.ts.
 */
export interface JavascriptVariant {
  readonly id: string;
  readonly idea: string;
  readonly source: string;
  readonly create: CreateMaps;
}

/** `count` maps for so many lists; all are empty. */
export type CreateMaps = (lists: number, count: number) => Maps;

/** Rows of maps of priorities, by their index. */
export interface Maps {
  clear(map: number): void;
  insert(map: number, priority: number): void;
  remove(map: number, priority: number): void;
  search(map: number): number;
  /** Of the control only. */
  setAnswer?(map: number, answer: number): void;
}
