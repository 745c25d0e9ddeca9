/** The JSON Schema (2020-12) of a report, as the package ships it. */
import schema from "./bitsearch.schema.json" with { type: "json" };

export const bitsearchSchema: Readonly<Record<string, unknown>> = schema;
