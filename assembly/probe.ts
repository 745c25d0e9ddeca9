/** A second entry: internals of the core, exported for tests and benches. Not shipped. */
export * from "./index";
