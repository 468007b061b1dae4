import type { LibraryRepair, LibraryReport } from '../../shared/library/library.ts'
import { compareNames } from '../../shared/i18n/compare-names.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

/** A file with a problem, and the possible fixes. The first fix never loses data. */
export type FileProblem = {
  readonly id: string
  readonly name: string
  readonly choices: readonly { readonly words: string; readonly repair: LibraryRepair }[]
}
export type FileProblemGroup = {
  readonly kind: 'missing' | 'changed' | 'strange' | 'undisplayable' | 'torn'
  readonly title: string
  /** Explains the problem and the fixes. */
  readonly description: string
  readonly lines: readonly FileProblem[]
  /** Label of the button that applies the first fix to every file. Null to show no button. */
  readonly allWords: string | null
}

/** Returns the problems by kind, most important kind first. Kinds without a problem are omitted. */
export function fileProblemGroups({
  missing,
  changed,
  unrecognized,
  undisplayable,
  corruptSidecars
}: LibraryReport): readonly FileProblemGroup[] {
  const parts: readonly FileProblemGroup[] = [
    {
      kind: 'missing',
      title: say('Missing'),
      allWords: say('Download all {count} again', { count: missing.length }),
      description: say('These files are missing from the folder. Downloading them again is free while the service still has them.'),
      lines: missing.map(({ id, fileName }) => ({
        id,
        name: fileName,
        choices: [
          { words: say('Download again'), repair: { how: 'fetch-again', id } },
          { words: say('Remove from library'), repair: { how: 'forget', id } }
        ]
      }))
    },
    {
      kind: 'changed',
      title: say('Changed by another app'),
      allWords: say('Keep all {count, number}', { count: changed.length }),
      description: say('Keep the changed file. You can also download the original again and keep both.'),
      lines: changed.map(({ id, fileName }) => ({
        id,
        name: fileName,
        choices: [
          { words: say('Keep changed file'), repair: { how: 'take-as-new', id } },
          { words: say('Download original'), repair: { how: 'fetch-again', id } }
        ]
      }))
    },
    {
      kind: 'strange',
      title: say('Files that aren’t in the library'),
      allWords: say('Import all {count, number}', { count: unrecognized.length }),
      description: say('These are files from elsewhere, or copies of your results. Importing a file doesn’t move it.'),
      lines: unrecognized.map((name) => ({ id: name, name, choices: [{ words: say('Import'), repair: { how: 'adopt', name } }] }))
    },
    {
      kind: 'undisplayable',
      title: say('Files Kiln can’t display'),
      allWords: null,
      description: say('Kiln can’t import these files. They stay in the folder.'),
      lines: undisplayable.map((name) => ({ id: name, name, choices: [] }))
    },
    {
      kind: 'torn',
      title: say('Recipes that can’t be read'),
      allWords: say('Rewrite all {count, number}', { count: corruptSidecars.length }),
      description: say('The result files are fine. Kiln can rewrite the recipes from its records. The damaged ones are kept separately.'),
      lines: corruptSidecars.map((name) => ({
        id: name,
        name,
        choices: [{ words: say('Rewrite'), repair: { how: 'write-recipe', name } }]
      }))
    }
  ]
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map((part) => ({ ...part, lines: part.lines.toSorted((one, other) => compareNames(one.name, other.name)) }))
}

/** Returns the title of the library's banner. Null if no files are missing or changed, and all recipes can be read. */
export function libraryReportTitle({ missing, changed, corruptSidecars }: LibraryReport): string | null {
  const words = joinPhrases(
    missing.length === 0 ? null : say('{count, plural, one {# file is missing} other {# files are missing}}', { count: missing.length }),
    changed.length === 0
      ? null
      : say('{count, plural, one {# file was} other {# files were}} changed by another app', { count: changed.length }),
    corruptSidecars.length === 0
      ? null
      : say('{count, plural, one {# recipe} other {# recipes}} can’t be read', { count: corruptSidecars.length })
  )
  return words === '' ? null : words
}
