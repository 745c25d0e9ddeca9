/**
 * The expressions of `where` and `--assert`: jsep parses them, and what they may do stands in the tables below. Nothing of an
 * expression is ever run as a program, so plans from strangers are safe, and pages need no `unsafe-eval`.
 */
import jsep from "jsep";
import { SchedlabError } from "../errors.js";
import { nameHint } from "../workload/nearest.js";
import { canonicalPath } from "../workload/overrides/path.js";
import { durationOfText } from "../workload/values/duration.js";
import type { ParameterValue } from "./plan.js";

/** An expression is wrong; `message` is complete but for where the expression stands. */
export class ExpressionError extends SchedlabError {
  override readonly name = "ExpressionError";

  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Looks up a name in whatever the expression is asked of; undefined where there is no such name. */
export type Lookup<Of> = (path: string) => ((of: Of) => ParameterValue) | undefined;

type Evaluate<Of> = (of: Of) => ParameterValue;

/** A value is compared with one of its own kind; whatever is null compares with nothing, and so does not hold. */
const comparisons: Readonly<Record<string, (left: number | string, right: number | string) => boolean>> = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
};

const equalities: Readonly<Record<string, (left: ParameterValue, right: ParameterValue) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
};

const arithmetic: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
};

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  sqrt: Math.sqrt,
  log2: Math.log2,
  log10: Math.log10,
};

const conjunctions: readonly string[] = ["and", "&&"];
const disjunctions: readonly string[] = ["or", "||"];

/** jsep keeps its grammar in one global place: words for the logic, and numbers with a unit of time. */
jsep.addBinaryOp("or", jsep.binary_ops["||"] ?? 1);
jsep.addBinaryOp("and", jsep.binary_ops["&&"] ?? 2);
jsep.addBinaryOp("in", jsep.binary_ops["<"] ?? 7);
jsep.addUnaryOp("not");
/** A path is one name, with whatever stands in it: a minus between two names has blanks around it. */
jsep.hooks.add("gobble-token", function (env) {
  const path = /^[a-z_]\w*(?:\.\w+(?:-\w+)*|\[(?:\d+|"[^"]*"|'[^']*')\])+/i.exec(this.expr.slice(this.index))?.[0];
  if (path === undefined) return;
  this.index += path.length;
  env.node = { type: "Identifier", name: canonicalPath(path) } satisfies jsep.Identifier;
});
jsep.hooks.add("gobble-token", function (env) {
  if (env.node !== undefined) return;
  const match = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?[a-zµμ]+/i.exec(this.expr.slice(this.index));
  if (match === null) return;
  const read = durationOfText(match[0]);
  if (!read.ok) throw new ExpressionError(`found ${JSON.stringify(match[0])}${read.message}`, read.hint);
  this.index += match[0].length;
  env.node = { type: "Literal", value: read.ns, raw: match[0] } satisfies jsep.Literal;
});

/**
 * @param names all that `lookup` knows, for hints
 * @returns whether the expression holds
 * @throws ExpressionError
 */
export function compileCondition<Of>(
  text: string,
  lookup: Lookup<Of>,
  names: () => readonly string[],
): (of: Of) => boolean {
  const tree = parse(text);
  const { evaluate, logical } = new Compiler(lookup, names).compile(tree);
  if (!logical) throw new ExpressionError("the expression is no condition; expected a comparison, such as x < 20ms");
  return (of) => evaluate(of) === true;
}

function parse(text: string): jsep.Expression {
  let tree: jsep.Expression;
  try {
    tree = jsep(text);
  } catch (error) {
    if (error instanceof ExpressionError || !(error instanceof Error) || !("description" in error)) throw error;
    const { description, index } = error as Error & { description: string; index: number };
    throw new ExpressionError(`${description} at character ${index + 1} of the expression`);
  }
  // Two expressions one behind the other, which jsep allows, are a mistake here; so is none.
  if (tree.type === "Compound") {
    const { body } = tree as jsep.Compound;
    const problem = body.length === 0 ? "the expression is empty" : "the expression goes on after its end";
    throw new ExpressionError(problem, body.length === 0 ? undefined : "join conditions with `and` or `or`");
  }
  return tree;
}

interface Compiled<Of> {
  readonly evaluate: Evaluate<Of>;
  /** It is true or false. Of a name that is only known when it is looked up. */
  readonly logical: boolean;
}

class Compiler<Of> {
  readonly #lookup: Lookup<Of>;
  readonly #names: () => readonly string[];

  constructor(lookup: Lookup<Of>, names: () => readonly string[]) {
    this.#lookup = lookup;
    this.#names = names;
  }

  compile(node: jsep.Expression): Compiled<Of> {
    const it = node as jsep.CoreExpression;
    switch (it.type) {
      case "Literal":
        return this.#literal(it.value);
      case "Identifier":
        return this.#name(it.name);
      case "UnaryExpression":
        return this.#unary(it);
      case "BinaryExpression":
        return this.#binary(it);
      case "CallExpression":
        return this.#call(it);
      default:
        throw new ExpressionError(`${describe(it.type)} has no place in such an expression`);
    }
  }

  #literal(value: jsep.Literal["value"]): Compiled<Of> {
    if (value instanceof RegExp) throw new ExpressionError("a regular expression has no place in such an expression");
    return { evaluate: () => value, logical: typeof value === "boolean" };
  }

  #name(path: string): Compiled<Of> {
    const evaluate = this.#lookup(path);
    if (evaluate === undefined) {
      const hint = nameHint(path, this.#names());
      throw new ExpressionError(`there is no ${path} here`, hint);
    }
    return { evaluate, logical: true };
  }

  #unary(node: jsep.UnaryExpression): Compiled<Of> {
    const { evaluate } = this.compile(node.argument);
    if (node.operator === "not" || node.operator === "!") {
      return { evaluate: (of) => evaluate(of) !== true, logical: true };
    }
    if (node.operator !== "-" && node.operator !== "+") throw unknownOperator(node.operator);
    const sign = node.operator === "-" ? -1 : 1;
    return { evaluate: (of) => onNumber(evaluate(of), (value) => sign * value), logical: false };
  }

  #binary(node: jsep.BinaryExpression): Compiled<Of> {
    const { operator } = node;
    if (operator === "in") return this.#membership(node);
    const { evaluate: left } = this.compile(node.left);
    const { evaluate: right } = this.compile(node.right);
    if (conjunctions.includes(operator)) {
      return { evaluate: (of) => left(of) === true && right(of) === true, logical: true };
    }
    if (disjunctions.includes(operator)) {
      return { evaluate: (of) => left(of) === true || right(of) === true, logical: true };
    }
    const compare = comparisons[operator];
    if (compare !== undefined) return { evaluate: (of) => inOrder(left(of), right(of), compare), logical: true };
    const equal = equalities[operator];
    if (equal !== undefined) return { evaluate: (of) => equal(left(of), right(of)), logical: true };
    const combine = arithmetic[operator];
    if (combine === undefined) throw unknownOperator(operator);
    return {
      evaluate: (of) => {
        const other = right(of);
        return onNumber(left(of), (value) => onNumber(other, (second) => combine(value, second)));
      },
      logical: false,
    };
  }

  /** `scheduler in ["o1-2.6.0", "o1-2.6.22"]`. */
  #membership(node: jsep.BinaryExpression): Compiled<Of> {
    if (node.right.type !== "ArrayExpression") {
      throw new ExpressionError("`in` is followed by a list: scheduler in ['o1-2.6.0', 'o1-2.6.22']");
    }
    const { evaluate } = this.compile(node.left);
    const items = (node.right as jsep.ArrayExpression).elements.flatMap((item) => (item === null ? [] : [item]));
    const members = items.map((item) => this.compile(item).evaluate);
    return {
      evaluate: (of) => {
        const value = evaluate(of);
        return members.some((member) => member(of) === value);
      },
      logical: true,
    };
  }

  #call(node: jsep.CallExpression): Compiled<Of> {
    const name = node.callee.type === "Identifier" ? String(node.callee.name) : describe(node.callee.type);
    const apply = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (apply === undefined) {
      throw new ExpressionError(`there is no function ${name}`, nameHint(name, Object.keys(functions)));
    }
    const values = node.arguments.map((argument) => this.compile(argument).evaluate);
    if (values.length === 0) throw new ExpressionError(`${name}() is given nothing; expected a number`);
    return {
      evaluate: (of) => {
        const given: number[] = [];
        for (const value of values) {
          const number = value(of);
          if (typeof number !== "number") return null;
          given.push(number);
        }
        return apply(...given);
      },
      logical: false,
    };
  }
}

function inOrder(
  left: ParameterValue,
  right: ParameterValue,
  compare: (left: number | string, right: number | string) => boolean,
): boolean {
  if (typeof left === "number" && typeof right === "number") return compare(left, right);
  if (typeof left === "string" && typeof right === "string") return compare(left, right);
  return false;
}

function onNumber(value: ParameterValue, apply: (value: number) => ParameterValue): ParameterValue {
  return typeof value === "number" ? apply(value) : null;
}

function unknownOperator(operator: string): ExpressionError {
  const known = [...Object.keys(comparisons), ...Object.keys(equalities), ...Object.keys(arithmetic)];
  return new ExpressionError(`there is no operator ${operator} here`, `there are ${known.join(" ")} and or not in`);
}

function describe(type: string): string {
  const words: Readonly<Record<string, string>> = {
    ArrayExpression: "a list",
    ConditionalExpression: "a choice with ? and :",
    CallExpression: "a call",
    MemberExpression: "a part of a value",
    ThisExpression: "`this`",
    SequenceExpression: "a comma",
    Literal: "a value",
  };
  return words[type] ?? "this";
}
