import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync, Visitor } from 'oxc-parser'
import { textElements, type TextElement } from '../../shared/i18n/text-elements.ts'

export type SourceFile = { readonly path: string; readonly text: string }
export type MessageProblem = { readonly file: string; readonly line: number; readonly message: string }

/** A user-facing text in a file. */
export type FoundText = { readonly file: string; readonly line: number; readonly text: string }

type FoundTexts = { readonly texts: readonly FoundText[]; readonly problems: readonly MessageProblem[] }

/** The parts of a syntax tree expression that are used here. */
type Expression = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[]
  readonly consequent?: Expression
  readonly alternate?: Expression
  readonly expression?: Expression
  readonly properties?: readonly {
    readonly type: string
    readonly computed?: boolean
    readonly key?: { readonly type: string; readonly name?: string; readonly value?: unknown }
  }[]
}

/** Functions whose first argument is a catalogue text. `Say` is a component, with the text in its `text` property. */
const translationCalls: ReadonlySet<string> = new Set(['say', 'word', 'sayInParts', 'Say'])

/** Returns the translation functions that a file imports from `say.ts`. Other functions with the same names are unrelated. */
export function importedTranslationFunctions(statements: readonly unknown[]): ReadonlySet<string> {
  const imported = new Set<string>()
  for (const { type, source, specifiers = [] } of statements as readonly Statement[]) {
    if (type !== 'ImportDeclaration' || !/(?:^|\/)say\.tsx?$/.test(String(source?.value))) continue
    for (const { local } of specifiers) if (translationCalls.has(local.name)) imported.add(local.name)
  }
  return imported
}

type Statement = {
  readonly type: string
  readonly source?: { readonly value: unknown } | null
  readonly specifiers?: readonly { readonly local: { readonly name: string } }[]
}

/** Returns the texts in `say`, `word` and `<Say>`, and problems with these calls. */
export function findTexts(files: Iterable<SourceFile>): FoundTexts {
  const texts: FoundText[] = []
  const problems: MessageProblem[] = []
  for (const file of files) if (file.path !== 'shared/i18n/say.ts') findInFile(file, texts, problems)
  return { texts, problems }
}

function findInFile(file: SourceFile, texts: FoundText[], problems: MessageProblem[]): void {
  if (!/\b(?:say|word|sayInParts|Say)\b/.test(file.text)) return
  const { program } = parseSync(file.path, file.text)
  const imported = importedTranslationFunctions(program.body)
  let depth = 0
  const enter = (): void => void (depth += 1)
  const leave = (): void => void (depth -= 1)
  const lineAt = (place: number): number => file.text.slice(0, place).split('\n').length
  const complain = (place: number, message: string): void => void problems.push({ file: file.path, line: lineAt(place), message })

  function take(how: string, text: Expression | undefined, values: Expression | undefined): void {
    if (text === undefined) return
    const literals = literalsOf(text)
    if (literals === null) {
      if (how === 'word' || how === 'Say' || text.type === 'TemplateLiteral' || text.type === 'BinaryExpression')
        complain(text.start, `${how}(…) needs a literal text with {names} for values.`)
      return
    }
    for (const literal of literals) {
      texts.push({ file: file.path, line: lineAt(text.start), text: literal })
      const named = parseMessageNames(literal)
      if (typeof named === 'string') complain(text.start, `“${literal}” isn’t an ICU message: ${named}`)
      else if (how !== 'word') checkValues(named, text, values)
    }
  }

  function checkValues(named: ReadonlySet<string>, text: Expression, values: Expression | undefined): void {
    const given = values === undefined ? new Set<string>() : keysOf(values)
    if (given === null) {
      complain(text.start, 'Pass the values as an object literal, such as { name, count: items.length }.')
      return
    }
    for (const name of named) if (!given.has(name)) complain(text.start, `The text has {${name}}, but no value has this name.`)
    for (const name of given) if (!named.has(name)) complain(text.start, `The value “${name}” isn’t used in the text.`)
  }

  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'Identifier' || !imported.has(callee.name)) return
      const [text, values] = given as unknown as (Expression | undefined)[]
      take(callee.name, text, values)
      if (callee.name !== 'word' && depth === 0)
        complain(
          start,
          `${callee.name}(…) is at the top level of a module, before a language is set. Mark the text with word(…) and call say(…) later.`
        )
    },
    JSXOpeningElement: ({ name, attributes }) => {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Say' || !imported.has('Say')) return
      const valueOf = (attribute: string): Expression | undefined => {
        for (const one of attributes)
          if (one.type === 'JSXAttribute' && one.name.name === attribute)
            return (one.value ?? undefined) as unknown as Expression | undefined
        return undefined
      }
      take('Say', unwrapped(valueOf('text')), unwrapped(valueOf('values')))
    }
  }).visit(program)
}

function unwrapped(expression: Expression | undefined): Expression | undefined {
  return expression?.type === 'JSXExpressionContainer' ? expression.expression : expression
}

/** Returns the value of a literal, or both values of a conditional. Null for any other expression. */
function literalsOf(expression: Expression): readonly string[] | null {
  if (expression.type === 'Literal' && typeof expression.value === 'string') return [expression.value]
  if (expression.type === 'TemplateLiteral' && expression.quasis?.length === 1) return [expression.quasis[0]?.value.cooked ?? '']
  if (expression.type !== 'ConditionalExpression' || !expression.consequent || !expression.alternate) return null
  const [one, other] = [literalsOf(expression.consequent), literalsOf(expression.alternate)]
  return one === null || other === null ? null : [...one, ...other]
}

/** Returns the property names of an object literal. Null for any other expression, or if a name is computed or spread. */
function keysOf(values: Expression): ReadonlySet<string> | null {
  if (values.type !== 'ObjectExpression') return null
  const keys = new Set<string>()
  for (const { type, computed, key } of values.properties ?? []) {
    if (type !== 'Property' || computed === true || key === undefined) return null
    keys.add(key.name ?? String(key.value))
  }
  return keys
}

/**
 * Returns the names of values and tags in a text. Empty if the text doesn't contain any. Returns the reason if the text can't be parsed.
 */
export function parseMessageNames(text: string): ReadonlySet<string> | string {
  const names = new Set<string>()
  const collect = (elements: readonly TextElement[]): void => {
    for (const element of elements) {
      if (element.kind === 'literal' || element.kind === 'number') continue
      names.add(element.name)
      if (element.kind === 'choice') for (const [, inside] of element.options) collect(inside)
      if (element.kind === 'mark') collect(element.inside)
    }
  }
  if (!/[{}<]/.test(text)) return names
  try {
    collect(textElements(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: !/<[a-z]+>/.test(text) }).getAst()))
    return names
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
