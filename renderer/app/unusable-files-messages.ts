import { joinNames, joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { OpenedFiles } from '../navigation/use-open-requests.ts'

export type UnusableFilesMessage = { readonly icon: 'table' | 'question' | 'warning'; readonly description: string }

/** Maximum number of file names in a message. All further names are replaced by “…”. */
const maxNames = 6
/** Matches file names of tables. Batches accept tables, but media fields don't. */
const table = /\.(csv|tsv|tab|txt)$/i

/** Returns messages about files that can't be used as input. For tables, the message suggests a batch. Empty if all files can be used. */
export function unusableFilesMessages({ files, unreadable, refused = [] }: OpenedFiles): readonly UnusableFilesMessage[] {
  const strange = files.flatMap(({ facts }) => (facts.medium === null ? [facts.name] : []))
  const tables = strange.filter((name) => table.test(name))
  const others = strange.filter((name) => !table.test(name))
  return [
    ...refused.map((description): UnusableFilesMessage => ({ icon: 'warning', description })),
    ...(tables.length === 0
      ? []
      : [
          {
            icon: 'table' as const,
            description: joinSentences(
              say('{count, plural, one {{names} is a table or a list.} other {{names} are tables or lists.}}', {
                names: namesOf(tables),
                count: tables.length
              }),
              say('To create a task from each row, open a form and choose Batch.')
            )
          }
        ]),
    ...named(others, 'question', say('Unsupported file type')),
    ...named(unreadable, 'warning', say('Unreadable'))
  ]
}

function named(names: readonly string[], icon: UnusableFilesMessage['icon'], words: string): readonly UnusableFilesMessage[] {
  return names.length === 0 ? [] : [{ icon, description: say('{words}: {names}', { words, names: namesOf(names) }) }]
}

function namesOf(names: readonly string[]): string {
  return joinNames([...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])])
}
