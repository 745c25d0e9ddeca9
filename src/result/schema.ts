/** The JSON Schema (2020-12) of a result, as the package ships it. */
import schema from "./result.schema.json" with { type: "json" };

export const resultSchema: Readonly<Record<string, unknown>> = schema;
