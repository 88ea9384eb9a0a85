import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { ofOrganization } from "#db/postgres/database.ts";
import { columnsOf } from "#db/postgres/entity.ts";
import * as queries from "#db/postgres/queries.ts";
import { ROOT } from "#dev/machine/folder.ts";

/** What of a column's value the compiler and Postgres can agree on. `any`: JSON, which has every type. */
export type Kind = "string" | "number" | "boolean" | "date" | "bytes" | "list" | "any";

/** A statement that stands in `db/`, as the compiler reads it. */
export interface SqlInCode {
  /** Its file and line. */
  readonly at: string;
  /** Its name, where it is prepared under one. */
  readonly name: string | null;
  /** Its texts: more than one where a part has few values, such as `UPDATE` and `SHARE`; none where that part is known at run time alone. */
  readonly texts: readonly string[];
  /** The columns of the row that its caller declares; null where the caller declares none. */
  readonly row: ReadonlyMap<string, readonly Kind[]> | null;
}

/** Methods that take a statement, with the place of that argument. */
const METHODS: ReadonlyMap<string, number> = new Map([
  ...["sql", "query", "first", "one", "value", "count"].map((method) => [method, 0] as const),
  ["readAs", 1],
]);
/** Functions that make one of a statement, which is their first argument. */
const MAKERS = new Set(Object.keys(queries));
/** What declares the type of the first column instead of a row, and what declares neither. */
const OF_VALUES: ReadonlySet<string> = new Set(["value", "valueOwn"] satisfies (keyof typeof queries)[]);
const OF_NOTHING: ReadonlySet<string> = new Set(
  ["column", "did", "didOwn", "run", "runOwn"] satisfies (keyof typeof queries)[],
);
const BYTES = new Set(["Buffer", "Uint8Array"]);

/** Every statement that `db/` names or sends. Those of `db/postgres/` are given to it in parts. */
export function statementsInCode(): SqlInCode[] {
  const files = readdirSync(join(ROOT, "db"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/^(?:migrations|postgres)\//.test(file))
    .map((file) => join(ROOT, "db", file));
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(files, { ...options, types: [] });
  const reader = new Reader(program.getTypeChecker());
  const found = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source === undefined ? [] : reader.statementsOf(source);
  });
  // A named statement that is sent is found where it is sent, with its row.
  const sent = new Set(found.flatMap(({ name, row }) => row === null ? [] : [name]));
  return found.filter(({ name, row }) => row !== null || name === null || !sent.has(name));
}

/** What the parameters of a function are while its result is read. */
type Bound = ReadonlyMap<ts.Symbol, readonly string[]>;
const NOTHING: Bound = new Map();

interface Returned {
  readonly expression: ts.Expression;
  readonly bound: Bound;
}

class Reader {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  statementsOf(source: ts.SourceFile): SqlInCode[] {
    const found: SqlInCode[] = [];
    const visit = (node: ts.Node): void => {
      // What a function returns is read where it is called.
      if (
        ts.isReturnStatement(node) && node.expression !== undefined && this.#named(node.expression) !== null
      ) return;
      const statement = ts.isCallExpression(node) ? this.#sent(node) ?? this.#named(node) : this.#named(node);
      if (statement !== null) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        found.push({ at: `${relative(ROOT, source.fileName)}:${line + 1}`, ...statement });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  #sent(call: ts.CallExpression): Omit<SqlInCode, "at"> | null {
    const { expression } = call;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    const place = ts.isPropertyAccessExpression(expression)
      ? METHODS.get(name)
      : MAKERS.has(name)
      ? 0
      : undefined;
    const argument = place === undefined ? undefined : call.arguments[place];
    if (argument === undefined) return null;
    const named = this.#named(this.#initializer(argument) ?? argument);
    const [declared] = call.typeArguments ?? [];
    const row = declared === undefined
      ? null
      : this.#declared(name, this.#checker.getTypeFromTypeNode(declared));
    return { ...named ?? { name: null, texts: this.#texts(argument) }, row };
  }

  #named(node: ts.Node, bound = NOTHING): Omit<SqlInCode, "at"> | null {
    if (ts.isCallExpression(node)) {
      if (node.expression.getText() === ofOrganization.name) {
        const [name = null] = this.#texts(node.arguments[0]);
        return {
          name,
          texts: this.#texts(node.arguments[1]).map((text) => ofOrganization("", text).text),
          row: null,
        };
      }
      const returned = this.#returned(node, bound);
      return returned === null ? null : this.#named(returned.expression, returned.bound);
    }
    if (!ts.isObjectLiteralExpression(node)) return null;
    const valueOf = (key: string) =>
      node.properties.find((property): property is ts.PropertyAssignment =>
        ts.isPropertyAssignment(property) && property.name.getText() === key
      )?.initializer;
    const [name, text] = [valueOf("name"), valueOf("text")];
    if (name === undefined || text === undefined) return null;
    return { name: this.#texts(name, bound)[0] ?? null, texts: this.#texts(text, bound), row: null };
  }

  /** The texts that an expression of constants can have; none where it has others. */
  #texts(node: ts.Expression | undefined, bound = NOTHING): readonly string[] {
    if (node === undefined) return [];
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isNumericLiteral(node)) return [String(Number(node.text))];
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return this.#texts(node.expression, bound);
    }
    if (ts.isConditionalExpression(node)) {
      return [...this.#texts(node.whenTrue, bound), ...this.#texts(node.whenFalse, bound)];
    }
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce<readonly string[]>(
        (before, { expression, literal }) =>
          before.flatMap((head) => this.#texts(expression, bound).map((part) => head + part + literal.text)),
        [node.head.text],
      );
    }
    if (ts.isBinaryExpression(node)) {
      const right = this.#texts(node.right, bound);
      return this.#texts(node.left, bound).flatMap((left) =>
        right.flatMap((each) => combine(left, each, node.operatorToken.kind) ?? [])
      );
    }
    if (ts.isCallExpression(node)) return this.#called(node, bound);
    const parameter = this.#symbol(node);
    const known = parameter === undefined ? undefined : bound.get(parameter);
    if (known !== undefined) return known;
    const initializer = this.#initializer(node);
    if (initializer !== null) return this.#texts(initializer, bound);
    const type = this.#checker.getTypeAtLocation(node);
    const kinds = type.isUnion() ? type.types : [type];
    return kinds.every((each) => each.isStringLiteral() || each.isNumberLiteral())
      ? kinds.map((each) => String((each as ts.LiteralType).value))
      : [];
  }

  #called(call: ts.CallExpression, bound: Bound): readonly string[] {
    const callee = call.expression;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === "replace") {
      const [[from], [to]] = [this.#texts(call.arguments[0], bound), this.#texts(call.arguments[1], bound)];
      if (from === undefined || to === undefined) return [];
      return this.#texts(callee.expression, bound).map((text) => text.replace(from, to));
    }
    if (callee.getText() === columnsOf.name && call.arguments[0] !== undefined) {
      const columns = this.#checker.getPropertiesOfType(this.#checker.getTypeAtLocation(call.arguments[0]));
      return [columns.map(({ name }) => name).join(", ")];
    }
    const returned = this.#returned(call, bound);
    return returned === null ? [] : this.#texts(returned.expression, returned.bound);
  }

  /** What a call of a function returns that only returns an expression. */
  #returned(call: ts.CallExpression, bound: Bound): Returned | null {
    const named = this.#symbol(call.expression)?.valueDeclaration;
    const declaration = named !== undefined && ts.isVariableDeclaration(named) ? named.initializer : named;
    if (
      declaration === undefined || !(ts.isFunctionDeclaration(declaration) || ts.isArrowFunction(declaration))
    ) return null;
    const { body } = declaration;
    const [only, ...others] = body !== undefined && ts.isBlock(body) ? body.statements : [];
    const expression = body === undefined || ts.isBlock(body)
      ? only !== undefined && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined
      : body;
    if (expression === undefined) return null;
    const parameters = declaration.parameters.flatMap(({ name, initializer }, i) => {
      const symbol = this.#checker.getSymbolAtLocation(name);
      return symbol === undefined
        ? []
        : [[symbol, this.#texts(call.arguments[i] ?? initializer, bound)] as const];
    });
    return { expression, bound: new Map(parameters) };
  }

  /** What the constant is set to that an expression names, or the property of one. */
  #initializer(node: ts.Node): ts.Expression | null {
    const declaration = this.#symbol(node)?.valueDeclaration;
    if (declaration === undefined) return null;
    const isConstant = ts.isVariableDeclaration(declaration)
      ? (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
      : ts.isPropertyAssignment(declaration);
    return isConstant
      ? (declaration as ts.VariableDeclaration | ts.PropertyAssignment).initializer ?? null
      : null;
  }

  /** What a name stands for, in the module that declares it. */
  #symbol(node: ts.Node): ts.Symbol | undefined {
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
    const symbol = this.#checker.getSymbolAtLocation(node);
    const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isImported ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The properties of a row, of each kind of row in a union. */
  #columns(type: ts.Type): Map<string, readonly Kind[]> {
    const kinds = type.isUnion() ? type.types : [type];
    return new Map(
      kinds.flatMap((each) =>
        this.#checker.getPropertiesOfType(each).map((property) =>
          [property.name, this.#kindsOf(this.#checker.getTypeOfSymbol(property))] as const
        )
      ),
    );
  }

  /** What a call declares of its rows: of a value their first column, whatever its name. */
  #declared(name: string, type: ts.Type): ReadonlyMap<string, readonly Kind[]> | null {
    if (OF_NOTHING.has(name)) return null;
    return OF_VALUES.has(name) ? new Map([["", this.#kindsOf(type)]]) : this.#columns(type);
  }

  #kindsOf(type: ts.Type): Kind[] {
    const known = this.#checker.getNonNullableType(type);
    return (known.isUnion() ? known.types : [known]).map((each) => this.#kindOf(each));
  }

  #kindOf(type: ts.Type): Kind {
    const { flags } = type;
    if ((flags & ts.TypeFlags.StringLike) !== 0) return "string";
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return "number";
    if ((flags & ts.TypeFlags.BooleanLike) !== 0) return "boolean";
    if (this.#checker.isArrayType(type)) return "list";
    const name = type.symbol?.name ?? "";
    return name === "Date" ? "date" : BYTES.has(name) ? "bytes" : "any";
  }
}

function combine(left: string, right: string, operator: ts.SyntaxKind): string | null {
  const areNumbers = [left, right].every((text) => text !== "" && Number.isFinite(Number(text)));
  if (operator === ts.SyntaxKind.PlusToken) {
    return areNumbers ? String(Number(left) + Number(right)) : left + right;
  }
  if (!areNumbers) return null;
  if (operator === ts.SyntaxKind.AsteriskToken) return String(Number(left) * Number(right));
  if (operator === ts.SyntaxKind.SlashToken) return String(Number(left) / Number(right));
  return operator === ts.SyntaxKind.MinusToken ? String(Number(left) - Number(right)) : null;
}
