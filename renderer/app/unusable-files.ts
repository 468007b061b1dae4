import { joinNames, sentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { OpenedFiles } from './use-open-requests.ts'

export type UnusableFilesMessage = { readonly icon: 'table' | 'question' | 'warning'; readonly description: string }

/** Names beyond this number become “…”. */
const maxNames = 6
/** Tables are used by batches and aren't media. */
const table = /\.(csv|tsv|tab|txt)$/i

/** Why some of the files can't be used as input, and what to do instead. */
export function unusableFiles({ files, unreadable, refused = [] }: OpenedFiles): readonly UnusableFilesMessage[] {
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
            description: sentences(
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
