import type { SourceUse, TaskSource } from '../../shared/form/task-source.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { say } from '../../shared/i18n/say.ts'
import { taskIdOfItem } from '../../shared/library/item-id.ts'

/** Words that describe how a task uses a result, such as after the result's title. */
const usePhrases: { readonly [Use in SourceUse]: () => string } = {
  input: () => say('input'),
  again: () => say('run again'),
  remix: () => say('remix'),
  variation: () => say('variation'),
  action: () => say('action'),
  frame: () => say('frame')
}

/**
 * Returns the results that a task comes from, with their use, such as "“A bowl” (input)". `titleOf` returns the title of a task. It returns
 * null if the task isn't in the queue.
 */
export function taskSourcesText(from: readonly TaskSource[], titleOf: (taskId: string) => string | null): string {
  const uses = Map.groupBy(from, ({ item }) => item)
  const results = [...uses].map(([item, own]) => {
    const title = titleOf(taskIdOfItem(item))
    const words = formatList(
      own.map(({ how }) => usePhrases[how]()),
      'and'
    )
    return title === null ? say('unknown result ({uses})', { uses: words }) : say('“{title}” ({uses})', { title, uses: words })
  })
  return formatList(results, 'and')
}
