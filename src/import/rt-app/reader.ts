/** Small readers of rt-app's values, and the two ways in which keys that stand twice are read. */
import { nearest } from "../../workload/nearest.js";
import { ProblemList } from "../../workload/problem.js";
import { formatSegment, quote } from "../../workload/source/tree.js";
import { describeJson, type JsonMember, type JsonNode, type JsonObject, type TextPlace } from "./json-tree.js";
import { Remarks } from "./remarks.js";

/** A value with its place and its path. */
export interface Located {
  /** The key's own, as rt-app sees it: where it stood twice, workgen has put a number behind it. */
  readonly key: string;
  readonly place: TextPlace;
  readonly path: string;
  /** null: a key alone. */
  readonly value: JsonNode | null;
}

export class RtAppReader {
  readonly problems: ProblemList;
  readonly remarks = new Remarks();
  readonly #lastWins: boolean;

  constructor(file: string | undefined, lastWins: boolean) {
    this.problems = new ProblemList(file);
    this.#lastWins = lastWins;
  }

  error({ place, path }: Pick<Located, "place" | "path">, message: string, hint?: string): void {
    this.problems.add("error", place, path, message, hint);
  }

  remark({ place, path }: Pick<Located, "place" | "path">, message: string, hint?: string): void {
    this.remarks.add(place, path, message, hint);
  }

  /** The members of an object; of keys that stand there more than once all, renumbered, or the last. */
  members(object: JsonObject, path: string): readonly Located[] {
    const kept = this.#lastWins ? this.#lastOfEach(object.members) : this.#renumbered(object.members);
    return kept.map(([key, { place, value }]) => ({ key, place, path: path + segment(path, key), value }));
  }

  /** json-c: the last value, at the place of the first key. */
  #lastOfEach(members: readonly JsonMember[]): readonly (readonly [string, JsonMember])[] {
    const byKey = new Map<string, JsonMember>();
    for (const member of members) {
      const lost = byKey.get(member.key);
      if (lost !== undefined) {
        const message = `the key ${quote(member.key)} stands here again: only its last value counts, as in json-c`;
        this.remarks.add(lost.place, "", message);
      }
      byKey.set(member.key, member);
    }
    return [...byKey];
  }

  /** workgen: a number behind the key, the first that makes it a new one. */
  #renumbered(members: readonly JsonMember[]): readonly (readonly [string, JsonMember])[] {
    const byKey = new Map<string, JsonMember>();
    const given = new Set(members.map(({ key }) => key));
    const numbers = new Map<string, number>();
    for (const member of members) {
      let { key } = member;
      if (byKey.has(key)) {
        const message = `the key ${quote(key)} stands here again: numbered and kept, as workgen does`;
        this.remarks.add(member.place, "", message, "json-c alone would keep the last value only: --last-wins");
        let number = numbers.get(member.key) ?? 1;
        while (byKey.has(`${member.key}${number}`) || given.has(`${member.key}${number}`)) number += 1;
        numbers.set(member.key, number + 1);
        key = `${member.key}${number}`;
      }
      byKey.set(key, member);
    }
    return [...byKey];
  }

  object(located: Located, expected: string): readonly Located[] | undefined {
    if (located.value?.kind === "object") return this.members(located.value, located.path);
    this.#refuse(located, `${expected}: an object`);
    return undefined;
  }

  whole(located: Located, expected: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const { value } = located;
    const number = value?.kind === "number" && /^-?\d+$/.test(value.text) ? Number(value.text) : Number.NaN;
    if (number >= min && number <= max) return number;
    const range = max === Number.MAX_SAFE_INTEGER ? ` of ${min} or more` : ` from ${min} to ${max}`;
    this.#refuse(located, `${expected}: a whole number${range}`);
    return undefined;
  }

  text(located: Located, expected: string): string | undefined {
    if (located.value?.kind === "string") return located.value.value;
    this.#refuse(located, `${expected}: a text`);
    return undefined;
  }

  /** A flag: rt-app's older files also write 0 and 1. */
  flag(located: Located): boolean | undefined {
    const { value } = located;
    if (value?.kind === "boolean") return value.value;
    if (value?.kind === "number" && /^[01]$/.test(value.text)) return value.text === "1";
    this.#refuse(located, "true or false");
    return undefined;
  }

  wholes(located: Located, expected: string, max: number): readonly number[] | undefined {
    if (located.value?.kind !== "array") {
      this.#refuse(located, `${expected}: a list of whole numbers, such as [0, 2]`);
      return undefined;
    }
    const numbers: number[] = [];
    for (const [index, value] of located.value.items.entries()) {
      const item = { key: "", place: value.place, path: `${located.path}[${index}]`, value };
      const number = this.whole(item, expected, 0, max);
      if (number === undefined) return undefined;
      numbers.push(number);
    }
    return numbers;
  }

  word<Word extends string>(located: Located, words: readonly Word[], expected: string): Word | undefined {
    const { value } = located;
    const found = value?.kind === "string" ? words.find((word) => word === value.value) : undefined;
    if (found !== undefined) return found;
    const near = value?.kind === "string" ? nearest(value.value, words) : undefined;
    this.#refuse(
      located,
      `${expected}: ${words.join(", ")}`,
      near === undefined ? undefined : `did you mean "${near}"?`,
    );
    return undefined;
  }

  #refuse(located: Located, expected: string, hint?: string): void {
    const place = located.value?.place ?? located.place;
    this.problems.add("error", place, located.path, `found ${describeJson(located.value)}; expected ${expected}`, hint);
  }
}

function segment(path: string, key: string): string {
  const text = formatSegment(key);
  return path === "" && text.startsWith(".") ? text.slice(1) : text;
}
