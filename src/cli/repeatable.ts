/** An option that may be given several times; its value is the list. */
import { Option } from "commander";

export function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}
