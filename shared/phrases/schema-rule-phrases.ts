import { quoteValue } from '../form/fields/format-value.ts'
import type { SchemaRule, SchemaRuleParams } from '../form/fields/schema-errors.ts'
import { formatList } from '../i18n/format-list.ts'
import { say, sayContract, word } from '../i18n/say.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'

/** Predicates that follow a subject, such as "needs …" or "can't be …". */
export const schemaRulePhrases: Phrases<SchemaRuleParams> = {
  'not-allowed': () => say('isn’t allowed here.'),
  'wrong-type': ({ types }) => say('must be {types}.', { types: formatList(types.map(typeText), 'or') }),
  'not-the-constant': ({ constant }) => say('can only be {value}.', { value: quoteValue(constant) }),
  'not-a-choice': ({ value, choices }) =>
    say('can’t be {value}. Choose {choices}.', { value: quoteValue(value), choices: choicesText(choices) }),
  empty: () => say('can’t be empty.'),
  'too-short': ({ minLength, missing }) =>
    say('needs at least {minLength, number} characters. Add at least {missing, plural, one {# character} other {# characters}}.', {
      missing,
      minLength
    }),
  'too-long': ({ maxLength, surplus }) =>
    say(
      'can have at most {maxLength, plural, one {# character} other {# characters}}. Remove {surplus, plural, one {# character} other {# characters}}.',
      { surplus, maxLength }
    ),
  'not-a-colour': () => say('isn’t a colour code. Enter a code such as {example}. You can also choose a colour.', { example: '#FF8800' }),
  'wrong-format-example': ({ example }) => say('isn’t in the required format. Use a format like “{example}”.', { example }),
  'wrong-format-description': ({ description }) =>
    say('isn’t in the required format: {description}', { description: sayContract(description) }),
  'wrong-format-pattern': ({ pattern }) => say('doesn’t match the required pattern {pattern}.', { pattern }),
  'below-minimum': ({ minimum }) => say('can’t be below {minimum, number}.', { minimum }),
  'above-maximum': ({ maximum }) => say('can’t be above {maximum, number}.', { maximum }),
  'not-above': ({ above }) => say('must be greater than {above, number}.', { above }),
  'not-below': ({ below }) => say('must be less than {below, number}.', { below }),
  'not-whole': () => say('must be a whole number.'),
  'not-a-multiple': ({ multipleOf }) => say('must be a multiple of {multipleOf, number}.', { multipleOf }),
  'too-few-items': ({ minItems }) => say('needs at least {minItems, plural, one {# item} other {# items}}.', { minItems }),
  'too-many-items': ({ maxItems }) => say('can have at most {maxItems, plural, one {# item} other {# items}}.', { maxItems }),
  'repeated-item': () => say('can’t contain the same item twice.'),
  'missing-property': ({ name }) => say('needs {name}.', { name: quoteValue(name) }),
  'missing-companion': ({ name, missing }) =>
    say('needs {other} along with {name}.', { other: quoteValue(missing), name: quoteValue(name) }),
  'unknown-property': () => say('isn’t a field the service accepts. Remove it.'),
  'several-variants': () => say('matches several of the formats the service accepts, but must match exactly one.'),
  'no-variant': () => say('doesn’t match any of the formats the service accepts.'),
  'excluded-properties': ({ names }) => say('can’t contain {names} here.', { names: formatList(names.map(quoteValue), 'and') })
}

export function schemaRuleText(rule: SchemaRule): string {
  return phraseOf(schemaRulePhrases, rule)
}

/** Like `schemaRuleText`, but the sentence's subject is the invalid value itself: "1.39 is above the maximum of 1." */
export function valueRuleText(rule: SchemaRule): string {
  switch (rule.code) {
    case 'below-minimum':
      return say('is below the minimum of {minimum, number}.', { minimum: rule.params.minimum })
    case 'above-maximum':
      return say('is above the maximum of {maximum, number}.', { maximum: rule.params.maximum })
    case 'not-above':
      return say('isn’t greater than {above, number}.', { above: rule.params.above })
    case 'not-below':
      return say('isn’t less than {below, number}.', { below: rule.params.below })
    case 'not-whole':
      return say('isn’t a whole number.')
    case 'not-a-multiple':
      return say('isn’t a multiple of {multipleOf, number}.', { multipleOf: rule.params.multipleOf })
    default:
      return schemaRuleText(rule)
  }
}

const typeWords: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: word('a whole number'),
  boolean: word('true or false'),
  array: 'a list',
  object: word('a JSON object'),
  null: 'null'
}

function typeText(type: string): string {
  return typeWords[type] === undefined ? type : say(typeWords[type])
}

/** Returns the allowed values as text, or their number if the sentence would become too long. */
export function choicesText(values: readonly unknown[]): string {
  return values.length > 8
    ? say('one of the {count, number} available options', { count: values.length })
    : formatList(
        values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
        'or'
      )
}
