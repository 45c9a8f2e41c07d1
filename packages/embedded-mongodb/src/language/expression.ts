import { MongoError } from "../errors.js";
import { field, isDoc, render, setField, typeName, type Doc } from "./bson.js";
import { toNumber } from "./number.js";
import { truthy, type ExpressionOptions, type Operator } from "./operator.js";
import { OPERATORS } from "./operators.js";

export { truthy, type ExpressionOptions };

/** The document that field paths begin at, and the variables. */
export type Scope = {
  root: unknown;
  variables: Record<string, unknown>;
};

/** A compiled expression; a missing field is `undefined`. */
export type Evaluate = (scope: Scope) => unknown;

/** Compiles an expression to a function of the document. */
export function compileExpression(spec: unknown, options: ExpressionOptions): (root: unknown) => unknown {
  const evaluate = new Compiler(options).compile(spec);
  const variables = commandVariables(options);
  return (root) => evaluate({ root, variables });
}

/** The values of a command's `let`. */
export function commandVariables(options: ExpressionOptions): Record<string, unknown> {
  const compiler = new Compiler({ ...options, let: undefined });
  const scope = { root: {}, variables: {} };
  return Object.fromEntries(
    Object.entries(options.let ?? {}).map(([name, value]) => [name, compiler.compile(value)(scope)]),
  );
}

function follow(value: unknown, parts: string[], at: number): unknown {
  if (at === parts.length) return value;
  if (Array.isArray(value)) {
    const found = value.map((element) => (isDoc(element) ? follow(element, parts, at) : undefined));
    return found.filter((element) => element !== undefined);
  }
  return isDoc(value) ? follow(field(value, parts[at]!), parts, at + 1) : undefined;
}

/** Expressions that MongoDB knows and this engine does not do: refused rather than called unknown. */
const REFUSED = new Set(
  (
    "$function $accumulator $meta $sampleRate $median $percentile $tsSecond $tsIncrement $binarySize $bsonSize " +
    "$bitNot $sigmoid $toHashedIndexKey $toUUID"
  ).split(" "),
);

/** Compiles expressions; each instance knows the variables that are in scope. */
export class Compiler {
  constructor(
    readonly options: ExpressionOptions,
    private readonly names: ReadonlySet<string> = new Set(Object.keys(options.let ?? {})),
  ) {}

  /** A compiler for an inner expression that sees further variables. */
  with(...names: string[]): Compiler {
    const bad = names.find(
      (name) => !/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name) && name !== "CURRENT",
    );
    if (bad !== undefined)
      throw new MongoError(16867, `'${bad}' starts with an invalid character for a user variable name`);
    return new Compiler(this.options, new Set([...this.names, ...names]));
  }

  compile(spec: unknown): Evaluate {
    if (typeof spec === "string" && spec.startsWith("$")) return this.path(spec);
    if (Array.isArray(spec)) {
      const parts = spec.map((each) => this.compile(each));
      return (scope) => parts.map((part) => part(scope) ?? null);
    }
    if (!isDoc(spec)) return () => spec;
    const names = Object.keys(spec);
    if (names[0]?.startsWith("$")) {
      if (names.length > 1) {
        throw new MongoError(
          15983,
          `an expression specification must contain exactly one field, the name of the expression. Found ${names.length} fields in ${render(spec)}`,
        );
      }
      return this.operator(names[0], spec[names[0]]);
    }
    const fields = names.map((name): [string, Evaluate] => {
      if (name.startsWith("$"))
        throw new MongoError(16410, `FieldPath field names may not start with '$', given '${name}'`);
      if (name.includes(".")) throw new MongoError(16412, "FieldPath field names may not contain '.'.");
      return [name, this.compile(field(spec, name))];
    });
    return (scope) => {
      const doc: Doc = {};
      for (const [name, evaluate] of fields) {
        const value = evaluate(scope);
        if (value !== undefined) setField(doc, name, value);
      }
      return doc;
    };
  }

  private path(spec: string): Evaluate {
    const parts = spec.slice(spec.startsWith("$$") ? 2 : 1).split(".");
    if (parts.includes("")) throw new MongoError(15998, "FieldPath field names may not be empty strings.");
    if (!spec.startsWith("$$")) {
      if (this.names.has("CURRENT")) return ({ variables }) => follow(variables.CURRENT, parts, 0);
      return ({ root }) => follow(root, parts, 0);
    }
    const [name, ...rest] = parts as [string, ...string[]];
    if (this.names.has(name)) return ({ variables }) => follow(variables[name], rest, 0);
    switch (name) {
      case "ROOT":
      case "CURRENT":
        return ({ root }) => follow(root, rest, 0);
      case "NOW":
        return () => this.options.now;
      case "REMOVE":
        return () => undefined;
    }
    throw new MongoError(17276, `Use of undefined variable: ${name}`);
  }

  private operator(name: string, argument: unknown): Evaluate {
    const special = Object.hasOwn(FORMS, name) && FORMS[name];
    if (special) return special(this, argument, name);
    const operator = Object.hasOwn(OPERATORS, name) && OPERATORS[name];
    if (!operator) {
      if (REFUSED.has(name)) throw new MongoError(238, `${name} is not supported by this server`);
      throw new MongoError(168, `Unrecognized expression '${name}'`);
    }
    const { options } = this;
    if (operator.named) {
      const alone = !isDoc(argument) || Object.keys(argument)[0]?.startsWith("$");
      if (alone && operator.short) {
        return this.call(
          operator.run,
          { [operator.named[0]!]: Array.isArray(argument) && argument.length === 1 ? argument[0] : argument },
          name,
        );
      }
      if (!isDoc(argument)) {
        throw new MongoError(
          operator.code ?? 9,
          `${name} only supports an object as its argument, found ${typeName(argument)}`,
        );
      }
      const [required = 0] = operator.arity;
      for (const key of Object.keys(argument)) {
        if (!operator.named.includes(key))
          throw new MongoError(operator.code ?? 9, `Unrecognized argument to ${name}: ${key}`);
      }
      const missing = operator.named.slice(0, required).find((key) => !Object.hasOwn(argument, key));
      if (missing) throw new MongoError(operator.code ?? 9, `Missing '${missing}' parameter to ${name}`);
      return this.call(operator.run, argument, name);
    }
    const list = Array.isArray(argument) ? argument : [argument];
    const [least, most = least] = operator.arity;
    if (list.length < least || list.length > most) {
      const wanted = least === most ? `exactly ${least}` : `at least ${least} arguments, and at most ${most}`;
      throw new MongoError(
        least === most ? 16020 : 28667,
        `Expression ${name} takes ${wanted} arguments. ${list.length} were passed in.`,
      );
    }
    const parts = list.map((each) => this.compile(each));
    return (scope) =>
      operator.run(
        parts.map((part) => part(scope)),
        options,
        name,
      );
  }

  /** A call with named arguments, which the operator receives as one document. */
  private call(run: Operator["run"], argument: Doc, name: string): Evaluate {
    const entries = Object.entries(argument).map(([key, value]): [string, Evaluate] => [
      key,
      this.compile(value),
    ]);
    return (scope) => {
      const given: Doc = {};
      for (const [key, evaluate] of entries) given[key] = evaluate(scope);
      return run([given], this.options, name);
    };
  }
}

type Form = (compiler: Compiler, argument: unknown, name: string) => Evaluate;

function parts(argument: unknown, name: string, needed: string[]): Doc {
  if (!isDoc(argument)) throw new MongoError(28646, `${name} only supports an object as its argument`);
  const missing = needed.find((key) => !Object.hasOwn(argument, key));
  if (missing) throw new MongoError(28648, `Missing '${missing}' parameter to ${name}`);
  return argument;
}

function list(argument: unknown): unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

/** Evaluates an inner expression for each element of an array; a missing array gives null. */
function elements(value: unknown, name: string): unknown[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value))
    throw new MongoError(28651, `input to ${name} must be an array not ${typeName(value)}`);
  return value;
}

function variableName(value: unknown): string {
  return typeof value === "string" ? value : "this";
}

/** The expressions that decide for themselves what to evaluate, when, and with which variables. */
const FORMS: Record<string, Form> = {
  $literal: (_, argument) => () => argument,
  $const: (_, argument) => () => argument,
  $and: (compiler, argument) => {
    const conditions = list(argument).map((each) => compiler.compile(each));
    return (scope) => conditions.every((condition) => truthy(condition(scope)));
  },
  $or: (compiler, argument) => {
    const conditions = list(argument).map((each) => compiler.compile(each));
    return (scope) => conditions.some((condition) => truthy(condition(scope)));
  },
  $cond: (compiler, argument) => {
    const spec = Array.isArray(argument)
      ? { if: argument[0], then: argument[1], else: argument[2] }
      : argument;
    if (Array.isArray(argument) && argument.length !== 3) {
      throw new MongoError(
        16020,
        `Expression $cond takes exactly 3 arguments. ${argument.length} were passed in.`,
      );
    }
    const given = parts(spec, "$cond", ["if", "then", "else"]);
    const [condition, yes, no] = [given.if, given.then, given.else].map((each) => compiler.compile(each));
    return (scope) => (truthy(condition!(scope)) ? yes! : no!)(scope);
  },
  $ifNull: (compiler, argument) => {
    const choices = list(argument).map((each) => compiler.compile(each));
    if (choices.length < 2)
      throw new MongoError(1257300, `$ifNull needs at least two arguments, had: ${choices.length}`);
    return (scope) => {
      let value: unknown;
      for (const choice of choices) if ((value = choice(scope)) !== undefined && value !== null) break;
      return value;
    };
  },
  $switch: (compiler, argument) => {
    const { branches, ...rest } = parts(argument, "$switch", ["branches"]);
    if (!Array.isArray(branches) || branches.length === 0)
      throw new MongoError(40068, "$switch requires at least one branch.");
    const cases = branches.map((branch) => {
      const { case: condition, then } = parts(branch, "$switch", ["case", "then"]);
      return [compiler.compile(condition), compiler.compile(then)] as const;
    });
    const otherwise = "default" in rest ? compiler.compile(rest.default) : undefined;
    return (scope) => {
      const branch = cases.find(([condition]) => truthy(condition(scope)));
      if (branch) return branch[1](scope);
      if (otherwise) return otherwise(scope);
      throw new MongoError(
        40066,
        "$switch could not find a matching branch for an input, and no default was specified.",
      );
    };
  },
  $getField: (compiler, argument) => {
    const spec = isDoc(argument) && "field" in argument ? argument : { field: argument };
    const [name, input] = [
      compiler.compile(spec.field),
      compiler.compile("input" in spec ? spec.input : "$$CURRENT"),
    ];
    return (scope) => {
      const doc = input(scope);
      return isDoc(doc) ? field(doc, String(name(scope))) : doc === null ? null : undefined;
    };
  },
  $let: (compiler, argument) => {
    const { vars, in: body } = parts(argument, "$let", ["vars", "in"]);
    const bound = Object.entries(vars as Doc).map(
      ([name, value]) => [name, compiler.compile(value)] as const,
    );
    const inner = compiler.with(...bound.map(([name]) => name)).compile(body);
    return (scope) => {
      const own = Object.fromEntries(bound.map(([name, evaluate]) => [name, evaluate(scope)]));
      return inner({ ...scope, variables: { ...scope.variables, ...own } });
    };
  },
  $map: (compiler, argument, name) => {
    const { input, as, in: body } = parts(argument, name, ["input", "in"]);
    const array = compiler.compile(input);
    const variable = variableName(as);
    const inner = compiler.with(variable).compile(body);
    return (scope) =>
      elements(array(scope), name)?.map(
        (element) => inner({ ...scope, variables: { ...scope.variables, [variable]: element } }) ?? null,
      ) ?? null;
  },
  $filter: (compiler, argument, name) => {
    const { input, as, cond, limit } = parts(argument, name, ["input", "cond"]);
    const array = compiler.compile(input);
    const variable = variableName(as);
    const inner = compiler.with(variable).compile(cond);
    const most = limit === undefined ? undefined : compiler.compile(limit);
    return (scope) => {
      const kept = elements(array(scope), name)?.filter((element) =>
        truthy(inner({ ...scope, variables: { ...scope.variables, [variable]: element } })),
      );
      const count = most?.(scope);
      return kept && count !== undefined && count !== null ? kept.slice(0, toNumber(count)) : (kept ?? null);
    };
  },
  $reduce: (compiler, argument, name) => {
    const { input, initialValue, in: body } = parts(argument, name, ["input", "initialValue", "in"]);
    const [array, start] = [compiler.compile(input), compiler.compile(initialValue)];
    const inner = compiler.with("this", "value").compile(body);
    return (scope) =>
      elements(array(scope), name)?.reduce(
        (value, element) => inner({ ...scope, variables: { ...scope.variables, value, this: element } }),
        start(scope),
      ) ?? null;
  },
};
