import type { LibraryMending, LibraryReport } from '../../shared/library.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'

/** A thing that a look at the files found, with what can be done about it; the first choice is the one that loses nothing. */
export type ReportLine = {
  readonly id: string
  readonly name: string
  readonly choices: readonly { readonly words: string; readonly mending: LibraryMending }[]
}
export type ReportPart = {
  readonly kind: 'missing' | 'changed' | 'strange' | 'torn'
  readonly title: string
  /** What it means, and what becomes of the credits. */
  readonly words: string
  readonly lines: readonly ReportLine[]
}

/** What needs a person, in the order in which it matters. Parts with nothing in them are left out. */
export function reportParts({ missing, changed, strange, torn }: LibraryReport): readonly ReportPart[] {
  const parts: readonly ReportPart[] = [
    {
      kind: 'missing',
      title: say('Missing'),
      words: say('These files are not in the folder any more. To fetch one again costs nothing, as long as the service still has it.'),
      lines: missing.map(({ id, fileName }) => ({
        id,
        name: fileName,
        choices: [
          { words: say('Fetch again'), mending: { how: 'fetch-again', id } },
          { words: say('Forget'), mending: { how: 'forget', id } }
        ]
      }))
    },
    {
      kind: 'changed',
      title: say('Changed by another program'),
      words: say('Keep what is there now, or fetch the first one again; the changed one is then kept beside it.'),
      lines: changed.map(({ id, fileName }) => ({
        id,
        name: fileName,
        choices: [
          { words: say('Keep as it is now'), mending: { how: 'take-as-new', id } },
          { words: say('Fetch the first'), mending: { how: 'fetch-again', id } }
        ]
      }))
    },
    {
      kind: 'strange',
      title: say('Files without a recipe'),
      words: say(
        'They lie in the library folder, and Kiln does not know how they were made. They stay where they are, whatever you choose.'
      ),
      lines: strange.map((name) => ({ id: name, name, choices: [{ words: say('Take in'), mending: { how: 'adopt', name } }] }))
    },
    {
      kind: 'torn',
      title: say('Recipes that can’t be read'),
      words: say('The files beside them are whole. Kiln can write the recipes anew from what it knows; the torn ones are set aside.'),
      lines: torn.map((name) => ({ id: name, name, choices: [{ words: say('Write anew'), mending: { how: 'write-recipe', name } }] }))
    }
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

/** The one line of the banner; null: nothing has to be said. Strange files alone are no trouble. */
export function reportTitle({ missing, changed, torn }: LibraryReport): string | null {
  const words = phrases(
    missing.length === 0 ? null : say('{count, plural, one {# file is missing} other {# files are missing}}', { count: missing.length }),
    changed.length === 0
      ? null
      : say('{count, plural, one {# was changed by another program} other {# were changed by other programs}}', { count: changed.length }),
    torn.length === 0 ? null : say('{count, plural, one {# recipe} other {# recipes}} can’t be read', { count: torn.length })
  )
  return words === '' ? null : words
}
